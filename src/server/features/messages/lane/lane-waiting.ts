/** A lane's rest between two looks, which a change ends, and the pause that the provider or a person asked for. */
export type Waiting = {
  /** Ends the rest; one that has not begun yet does not begin. */
  wake: () => void
  /** Sleeps until something happens, at most so long. */
  rest: (ms: number) => Promise<void>
  isPaused: () => boolean
  /** Milliseconds until the pause ends; not above 0: there is none. */
  pausedMs: () => number
  /** Makes the pause at least so long from now. */
  pauseFor: (ms: number) => void
  /** The pause as the database has it: so long from `at`. */
  setPause: (ms: number, at: number) => void
}

export function createWaiting(): Waiting {
  let pausedUntil = Number.NEGATIVE_INFINITY
  let woken = false
  let wakeUp: (() => void) | undefined
  const pausedMs = (): number => pausedUntil - performance.now()
  return {
    wake() {
      woken = true
      wakeUp?.()
    },
    async rest(ms) {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wakeUp = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      woken = false
      wakeUp = undefined
    },
    isPaused: () => pausedMs() > 0,
    pausedMs,
    pauseFor(ms) {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms)
    },
    setPause(ms, at) {
      pausedUntil = ms > 0 ? at + ms : Number.NEGATIVE_INFINITY
    },
  }
}
