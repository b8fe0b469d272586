import { useCallback, useState } from 'react'

const mostKept = 200
/** Typing within this time is one step back, in ms. */
const sameEditMs = 800

type Kept<T> = { past: readonly T[]; now: T; future: readonly T[]; key: string | null; at: number }

/** A value with its earlier states. Changes under the same key shortly after each other are taken back together. */
export function useHistory<T>(first: T) {
  const [kept, setKept] = useState<Kept<T>>({ past: [], now: first, future: [], key: null, at: 0 })
  const change = useCallback((next: T | ((now: T) => T), key: string | null = null) => {
    const at = Date.now()
    setKept((old) =>
      changed(old, typeof next === 'function' ? (next as (now: T) => T)(old.now) : next, key, at),
    )
  }, [])
  const undo = useCallback(() => setKept(undone), [])
  const redo = useCallback(() => setKept(redone), [])
  /** Takes another state over without a way back: it came from the server. */
  const reset = useCallback((now: T) => setKept({ past: [], now, future: [], key: null, at: 0 }), [])
  return {
    now: kept.now,
    change,
    undo,
    redo,
    reset,
    canUndo: kept.past.length > 0,
    canRedo: kept.future.length > 0,
  }
}

export function changed<T>(old: Kept<T>, now: T, key: string | null, at: number): Kept<T> {
  if (now === old.now) return old
  const isSame = key !== null && key === old.key && at - old.at < sameEditMs
  const past = isSame ? old.past : [...old.past, old.now].slice(-mostKept)
  return { past, now, future: [], key, at }
}

export function undone<T>(old: Kept<T>): Kept<T> {
  const before = old.past.at(-1)
  if (before === undefined) return old
  return { past: old.past.slice(0, -1), now: before, future: [old.now, ...old.future], key: null, at: 0 }
}

export function redone<T>(old: Kept<T>): Kept<T> {
  const [next, ...future] = old.future
  if (next === undefined) return old
  return { past: [...old.past, old.now], now: next, future, key: null, at: 0 }
}
