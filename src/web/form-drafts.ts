import { useCallback, useEffect, useRef, useState } from 'react'
import { currentSession } from './session.ts'
import { readKey, removeKey, type StoredKey, writeKey } from './storage.ts'

/** A form that nobody came back to for this long starts empty again. */
const keptDays = 30
/** Browsers keep about 5 MB for a site: a larger form is not worth all of it. */
const longest = 1_000_000

export type FormDraft<T> = {
  value: T
  set: (next: T | ((now: T) => T)) => void
  /** Begins again with `next`; nothing is kept. */
  reset: (next: T) => void
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
  const [value, set] = useState<T>(first.value)
  const [restored, setRestored] = useState(first.restored)
  const blank = useRef(JSON.stringify(write(first.blank)))
  const last = useRef(JSON.stringify(write(first.value)))

  useEffect(() => {
    const text = JSON.stringify(write(value))
    if (text === last.current) return
    last.current = text
    if (text === blank.current || text.length > longest) removeKey(key)
    else writeKey(key, JSON.stringify({ at: Date.now(), form: JSON.parse(text) }))
  })

  const reset = useCallback(
    (next: T) => {
      blank.current = JSON.stringify(write(next))
      last.current = blank.current
      // At once: the form may be gone before it is drawn again.
      removeKey(key)
      setRestored(false)
      set(() => next)
    },
    [key, write],
  )
  return { value, set, reset, restored }
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
