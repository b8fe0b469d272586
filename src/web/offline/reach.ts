import { useSyncExternalStore } from 'react'

/** Whether the server answered last time. */
let reached = true
const listeners = new Set<() => void>()

function note(now: boolean): void {
  if (reached === now) return
  reached = now
  for (const listener of listeners) listener()
}

export const noteReached = (): void => note(true)
export const noteUnreached = (): void => note(false)

export function onReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const isReached = (): boolean => reached
export const useReached = (): boolean => useSyncExternalStore(onReach, isReached)
