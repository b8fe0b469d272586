import type { onboarding } from '#server/messages/en/onboarding.ts'
import type { t } from '#server/messages/t.ts'

type Keys<M, Path extends string> = {
  [K in keyof M & string]: M[K] extends string ? `${Path}${K}` : Keys<M[K], `${Path}${K}.`>
}[keyof M & string]

/** The messages of this feature. */
type Key = Keys<typeof onboarding, 'onboarding.'>

/** Values that are formatted for the reader: times by the business's clock, lists by their language's grammar. */
export type Shown = { moment: string; zone: string } | { day: string; zone: string } | { list: string[] }

/** Provider errors are stored by code and explained when read. */
export type MetaText = { meta: { code: number; subcode?: number | undefined }; part: 'sentence' | 'advice' }

/**
 * Text as it is stored: a message's key with parameters, a provider's error code, or several sentences. A plain string
 * is the provider's own words, or was stored before texts had codes.
 */
export type StoredText =
  | string
  | { key: Key; params?: Readonly<Record<string, string | number | Shown>> | undefined }
  | MetaText
  | readonly StoredText[]

type Values<K extends Key> = Parameters<typeof t<K>>[1]
type Storable<V> = { [P in keyof V]: V[P] extends number | bigint ? V[P] : V[P] | Shown }

/** A message for later readers. */
export function textOf<K extends Key>(
  key: K,
  ...[params]: undefined extends Values<K> ? [] : [params: Storable<Values<K>>]
): StoredText {
  return { key, ...(params && { params: params as Record<string, string | number | Shown> }) }
}

/** Times as parameters of stored texts. */
export type StoredClock = { moment: (at: Date) => Shown; day: (at: Date) => Shown }

export const storedClock = (zone: string): StoredClock => ({
  moment: (at) => ({ moment: at.toISOString(), zone }),
  day: (at) => ({ day: at.toISOString(), zone }),
})
