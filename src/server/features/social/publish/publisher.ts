import type { App } from '#server/app.ts'
import { openAlarm } from '#server/platform/notify.ts'
import { type Claimed, claimPublications, nextWorkAt } from './claim.ts'
import { publishChannel } from './job-names.ts'
import { publishOne } from './publish-one.ts'

/** Publications under way in one process, and how many of them may be videos: they take minutes. */
const slots = 16
const videoSlots = 4
/** A publisher stays for what is due so soon; the clock starts another each minute. */
const staysForMs = 90_000
/** What is due but cannot be claimed yet, as another of its account is under way, is looked at again after; ever later. */
const [shortestWaitMs, longestWaitMs] = [100, 3_000]
/** It gives its job back now and then, so that a new version's is not waited for all day. */
const longestRunMs = 3_600_000

/** One publisher a process: its App has one pool. */
const atWork = new WeakSet<App['pool']>()

/** Publishes what is due until nothing more is due soon. All times are stored: sleeping is only waiting for them. */
export async function runPublisher(app: App, signal: AbortSignal): Promise<void> {
  if (atWork.has(app.pool)) return
  atWork.add(app.pool)
  const alarm = openAlarm(signal)
  const unlisten = app.notes.listen(publishChannel, alarm.ring, alarm.ring)
  const running = new Map<Promise<void>, Claimed>()
  const startedAt = performance.now()
  let waitedMs = shortestWaitMs
  try {
    while (!signal.aborted && performance.now() - startedAt < longestRunMs) {
      const videos = [...running.values()].filter(({ format }) => isVideo(format)).length
      const free = slots - running.size
      const claimed =
        free > 0 ? await claimPublications(app, { all: free, videos: Math.max(0, videoSlots - videos) }) : []
      for (const row of claimed) {
        const done = publishOne(app, row).finally(() => {
          running.delete(done)
          alarm.ring()
        })
        running.set(done, row)
      }
      if (claimed.length > 0 && claimed.length === free) continue
      const next = await nextWorkAt(app, staysForMs)
      if (!next && running.size === 0) return
      const waitMs = next ? next.getTime() - app.now().getTime() : staysForMs
      const isBlocked = claimed.length === 0 && waitMs <= 0
      waitedMs = isBlocked ? Math.min(waitedMs * 2, longestWaitMs) : shortestWaitMs
      await alarm.wait(Math.max(waitedMs, waitMs))
    }
  } finally {
    unlisten()
    await Promise.allSettled(running.keys())
    atWork.delete(app.pool)
  }
}

const isVideo = (format: string): boolean => format === 'video' || format === 'reel' || format === 'short'
