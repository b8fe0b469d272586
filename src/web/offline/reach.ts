import { useSyncExternalStore } from 'react'

/** How long the server may take to say that it is there, in ms. */
const probeMs = 5_000

/** Whether the server answered last time. */
let reached = true
const listeners = new Set<() => void>()

function note(now: boolean): void {
  if (reached === now) return
  reached = now
  for (const listener of listeners) listener()
}

export const noteReached = (): void => note(true)

let probing: Promise<boolean> | undefined

/** After a call that brought no answer: asks whether the server itself is there, once for all calls that wonder. */
export async function checkReach(): Promise<boolean> {
  probing ??= probe().finally(() => {
    probing = undefined
  })
  const answers = await probing
  note(answers)
  return answers
}

/** A proxy's page for a server that is down is no answer of ours. */
async function probe(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probeMs)
    const response = await fetch('/healthz', { cache: 'no-store', credentials: 'omit', signal })
    return response.ok && ((await response.json()) as { success?: unknown } | null)?.success === true
  } catch (error) {
    console.info('The server cannot be reached.', error)
    return false
  }
}

function onReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isReached = (): boolean => reached
export const useReached = (): boolean => useSyncExternalStore(onReach, isReached)
