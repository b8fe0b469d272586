/** One set of a partition's webhooks, beside the end of the set before it. */
export type Turn = {
  /** Tells how many webhooks the set has. */
  took: (count: number) => void
  /**
   * What people wrote is in their conversations. Resolves when the set before this one is through: then people are
   * answered in their order, and the next set may begin. Rejects where that set failed, so that none overtakes it.
   */
  kept: () => Promise<void>
  /** Resolves when the set before this one is through, without letting the next begin. Rejects as `kept` does. */
  alone: () => Promise<void>
}

/** Fewer in a set are through before the next could have begun. */
const overlapsFrom = 200

/**
 * Sets of a partition in turn: while the bot answers one, the next is kept already. Two are under way at once, no more.
 */
export function openTurns() {
  let latest: Promise<unknown> = Promise.resolve()
  return {
    /** Does a set's work. @returns what it returns, or how many the set took as soon as the next may begin. */
    async next(work: (turn: Turn) => Promise<number>): Promise<number> {
      const before = latest
      const mayBegin = Promise.withResolvers<number>()
      let count = 0
      const through = work({
        took(taken) {
          count = taken
        },
        async kept() {
          await before
          if (count >= overlapsFrom) mayBegin.resolve(count)
        },
        async alone() {
          await before
        },
      }).then(async (applied) => {
        await before
        return applied
      })
      latest = through
      // It is asked for by whoever waits for all.
      through.catch(() => undefined)
      return await Promise.race([mayBegin.promise, through])
    },
    /** Waits until every set is through. @throws what the last one threw. */
    async all(): Promise<void> {
      await latest
    },
    /** Waits for what is under way and forgets that it failed: what it had is in the queue again. */
    async startAgain(): Promise<void> {
      await latest.catch(() => undefined)
      latest = Promise.resolve()
    },
  }
}
