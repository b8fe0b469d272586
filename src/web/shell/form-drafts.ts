import { useCallback, useEffect, useState } from 'react'
import { currentSession } from '../session/session.ts'
import { readKey, removeKey, type StoredKey, writeKey } from '../session/storage.ts'

/** A form that nobody came back to for this long starts empty again. */
const keptDays = 30
/** Browsers keep about 5 MB for a site: a larger form is not worth all of it. */
const longest = 1_000_000

type FormDraft<T> = {
  value: T
  set: (next: T | ((now: T) => T)) => void
  /** Begins again with `next`; nothing is kept. */
  reset: (next: T) => void
  /** Keeps `next` where `value` is kept, also when the form is no longer on the screen. */
  replaceKept: (value: T, next: T) => void
  /** What is in the form was typed on an earlier visit. */
  restored: boolean
}

const plain = (value: unknown): unknown => value

type Options<T> = {
  /** Reads what was kept; null where it cannot be used. By default whatever has the shape of the start. */
  read?: (kept: unknown, start: T) => T | null
  /** The form as JSON takes it. */
  write?: (value: T) => unknown
}

/**
 * The state of a form that survives leaving the page, a reload and the end of the session: it is kept in this browser,
 * for this person, until the form is sent.
 * @param form the form's name; forms about different things have different names.
 */
export function useFormDraft<T>(form: string, start: T | (() => T), options: Options<T> = {}): FormDraft<T> {
  const [{ read = sameShape, write = plain }] = useState(options)
  const [key] = useState(() => keyOf(form))
  const [first] = useState(() => {
    const blank = start instanceof Function ? start() : start
    const kept = readDraft(key)
    const value = kept === undefined ? null : read(kept, blank)
    return { blank, value: value ?? blank, restored: value !== null }
  })
  const [keeper] = useState(() =>
    draftKeeper(key, JSON.stringify(write(first.blank)), JSON.stringify(write(first.value))),
  )
  const [{ value, round }, put] = useState({ value: first.value, round: 0 })
  const [restored, setRestored] = useState(first.restored)

  useEffect(() => keeper.keep(JSON.stringify(write(value)), round))

  const set = useCallback(
    (next: T | ((now: T) => T)) =>
      put((now) => ({ ...now, value: next instanceof Function ? next(now.value) : next })),
    [],
  )
  const reset = useCallback(
    (next: T) => {
      const begun = keeper.reset(JSON.stringify(write(next)))
      setRestored(false)
      put({ value: next, round: begun })
    },
    [keeper, write],
  )
  const replaceKept = useCallback(
    (from: T, to: T) => keeper.replace(JSON.stringify(write(from)), JSON.stringify(write(to))),
    [keeper, write],
  )
  return { value, set, reset, replaceKept, restored }
}

/**
 * Keeps a form in this browser as it changes. React may run the effect of an earlier drawing after a reset: what
 * belongs to an earlier round is not kept again, or a campaign that was sent would be offered once more.
 */
export function draftKeeper(key: StoredKey, blank: string, first: string) {
  let [empty, last, current] = [blank, first, 0]
  return {
    keep(text: string, round: number): void {
      if (round !== current || text === last) return
      last = text
      if (text === empty || text.length > longest) removeKey(key)
      else writeKey(key, JSON.stringify({ at: Date.now(), form: JSON.parse(text) }))
    },
    /** Puts one text in the place of another, if that is what is kept. */
    replace(from: string, to: string): void {
      if (last !== from || readKey(key) === null) return
      last = to
      if (to === empty) removeKey(key)
      else writeKey(key, JSON.stringify({ at: Date.now(), form: JSON.parse(to) }))
    },
    /** Begins again from `text`; gives the number of the round that begins. */
    reset(text: string): number {
      empty = text
      last = text
      // At once: the form may be gone before it is drawn again.
      removeKey(key)
      current += 1
      return current
    },
  }
}

/** Drafts are each person's own: the next one at this browser does not see them. */
function keyOf(form: string): StoredKey {
  const user = currentSession()?.user
  return `draft:${user?.user_id ?? user?.id ?? 0}:${form}`
}

function readDraft(key: StoredKey): unknown {
  const text = readKey(key)
  if (text === null) return undefined
  try {
    const kept = JSON.parse(text) as { at?: unknown; form?: unknown } | null
    const at = Number(kept?.at)
    if (Date.now() - at < keptDays * 86_400_000) return kept?.form
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  removeKey(key)
  return undefined
}

/** What was kept, as far as it has the shape of the form: forms change between versions. */
export function sameShape<T>(kept: unknown, start: T): T | null {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return null
  return fitted(kept, start) as T
}

function fitted(kept: unknown, start: unknown): unknown {
  if (start === null || start === undefined) return kept ?? start
  if (Array.isArray(start)) return Array.isArray(kept) ? kept : start
  if (typeof start === 'object') {
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return start
    // A record that begins empty takes any names.
    if (Object.keys(start).length === 0) return kept
    const values = kept as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(start).map(([name, first]) => [
        name,
        name in values ? fitted(values[name], first) : first,
      ]),
    )
  }
  return typeof kept === typeof start ? kept : start
}
