/**
 * The browser's storage for this app. A browser that keeps none (blocked, or full) gets memory instead:
 * the app works until the tab closes.
 */
const memory = new Map<string, string>()
let said = false

export type StoredKey =
  | 'user'
  | 'token'
  | 'user_id'
  | 'theme'
  | 'language'
  | 'last_registered_phone'
  | 'form_data'
  | 'selected_waba_id'
  | 'selected_phone_id'
  | 'justConnected'
  | 'closed_groups'
  /** Whether this browser tells of new messages, and what it told last. */
  | 'inbox_notify'
  | 'inbox_sound'
  | 'inbox_told'
  /** A half-filled form: whose, and which. */
  | `draft:${number}:${string}`
  /** Messages of a person that wait for a connection. */
  | `waiting:${number}`
  /** Calls of a person whose answers have not come. */
  | `asked:${number}`

/** What a logout removes beside the session: what onboarding kept for the person who was here. */
export const onboardingKeys: readonly StoredKey[] = [
  'last_registered_phone',
  'form_data',
  'selected_waba_id',
  'selected_phone_id',
  'justConnected',
]

function withStorage<T>(work: (storage: Storage) => T, otherwise: () => T): T {
  try {
    return work(localStorage)
  } catch (error) {
    if (!said) console.info('The browser keeps no storage for this page; it is kept in memory.', error)
    said = true
    return otherwise()
  }
}

export function readKey(key: StoredKey): string | null {
  return withStorage(
    (storage) => storage.getItem(key) ?? memory.get(key) ?? null,
    () => memory.get(key) ?? null,
  )
}

export function writeKey(key: StoredKey, value: string): void {
  withStorage<void>(
    (storage) => storage.setItem(key, value),
    () => {
      memory.set(key, value)
    },
  )
}

export function removeKey(key: StoredKey): void {
  memory.delete(key)
  withStorage(
    (storage) => storage.removeItem(key),
    () => undefined,
  )
}
