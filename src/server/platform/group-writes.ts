/** Thrown to those who wait for a group that is not written in time. */
export class GroupTimeout extends Error {
  override readonly name = 'GroupTimeout'
}

type Waiting<In, Out> = {
  item: In
  since: number
  done: (result: Out) => void
  fail: (error: unknown) => void
}

type Options = {
  largest: number
  /** Under load a group waits this long for company; alone it does not wait at all. */
  gatherMs: number
  /** No caller waits longer. */
  timeoutMs: number
}

/**
 * Gathers what many requests write while the group before is written, so that thousands a second share a few dozen
 * commits and each still is durable before its caller goes on.
 * @param write writes a group and gives the results in the same order.
 */
export function groupWrites<In, Out>(
  write: (group: readonly In[]) => Promise<readonly Out[]>,
  { largest, gatherMs, timeoutMs }: Options,
): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = []
  let isWriting = false
  /** All that are not answered yet, the oldest first. */
  const open = new Set<Waiting<In, Out>>()
  let isWatched = false
  const watchFor = (ms: number): void => {
    isWatched = true
    setTimeout(failLate, ms).unref()
  }

  /** One timer for all of them: one for each would be most of what a click costs here. */
  const failLate = (): void => {
    isWatched = false
    for (const one of open) {
      const left = one.since + timeoutMs - performance.now()
      if (left > 0) {
        watchFor(left)
        return
      }
      open.delete(one)
      one.fail(new GroupTimeout())
    }
  }

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = waiting.slice(0, largest)
      waiting = waiting.slice(largest)
      try {
        const results = await write(group.map(({ item }) => item))
        group.forEach((one, index) => {
          open.delete(one)
          one.done(results[index]!)
        })
      } catch (error) {
        for (const one of group) {
          open.delete(one)
          one.fail(error)
        }
      }
      if (waiting.length > 1 && waiting.length < largest)
        await new Promise((resolve) => setTimeout(resolve, gatherMs))
    }
    isWriting = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const one = { item, since: performance.now(), done: resolve, fail: reject }
      open.add(one)
      if (!isWatched) watchFor(timeoutMs)
      waiting.push(one)
      if (isWriting) return
      isWriting = true
      // The first of a group waits for the end of this turn of the event loop, where its company arrives.
      setImmediate(() => void run())
    })
}
