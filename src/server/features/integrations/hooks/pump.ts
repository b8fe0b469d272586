import type { App } from '#server/app.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { openAlarm } from '#server/platform/notify.ts'
import { claimDeliveries, deliver, nextDueAt } from './deliver.ts'
import { deliverHooks, hookEventsChannel } from './job-names.ts'
import { planDeliveries } from './plan.ts'

/** After this the job ends and the next one takes over, so that none outlives its queue's limit. */
const shiftMs = 12 * 3600_000
/** Until the job that ended is recorded as ended. */
const nextShiftMs = 1000
/** Events of so long go into one call: a campaign that runs writes some each tenth of a second. */
const gatherMs = 1000
/** With nothing to do, it looks again after this even when no note came: the nodes of a cluster send none. */
const idleMs = 5_000
const outageMs = 1000
const callsAtOnce = 16

/** Delivers until its shift ends. All state is in rows: a lost note or a killed process costs a delay. */
export async function deliverForAShift(app: App, { signal }: JobContext): Promise<void> {
  const ends = performance.now() + shiftMs
  const alarm = openAlarm(signal)
  const stopListening = app.notes.listen(hookEventsChannel, alarm.ring, alarm.ring)
  const running = new Set<Promise<void>>()
  let plannedAt = Number.NEGATIVE_INFINITY
  try {
    while (!signal.aborted && performance.now() < ends) {
      try {
        const gatherFor = plannedAt + gatherMs - performance.now()
        if (gatherFor <= 0) {
          const { moved, more } = await planDeliveries(app)
          if (moved > 0 && !more) plannedAt = performance.now()
          if (more) alarm.ring()
        }
        const free = callsAtOnce - running.size
        const claimed = free > 0 ? await claimDeliveries(app, free) : []
        for (const one of claimed) {
          const done = deliver(app, one)
            .catch((error: unknown) => app.log.error({ err: error }, 'a webhook could not be delivered'))
            .finally(() => {
              running.delete(done)
              alarm.ring()
            })
          running.add(done)
        }
        if (claimed.length === 0) await alarm.wait(await pauseFor(app, gatherFor, running.size))
      } catch (error) {
        app.log.error({ err: error }, 'events could not be delivered; they are kept, and tried again')
        await alarm.wait(outageMs)
      }
    }
  } finally {
    stopListening()
    await Promise.allSettled(running)
  }
  // Handed back, it goes on in another process.
  signal.throwIfAborted()
  setTimeout(() => {
    if (signal.aborted) return
    app
      .enqueue(deliverHooks, {})
      .catch((error: unknown) => app.log.warn({ err: error }, 'the next shift begins with the clock'))
  }, nextShiftMs).unref()
}

/** While calls are under way their end rings. */
async function pauseFor(app: App, gatherFor: number, running: number): Promise<number> {
  if (gatherFor > 0) return Math.max(10, gatherFor)
  const next = await nextDueAt(app)
  const dueMs = next ? next.getTime() - app.now().getTime() : idleMs
  return Math.min(idleMs, Math.max(running > 0 ? gatherMs : 50, dueMs))
}
