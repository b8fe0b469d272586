import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '#server/app.ts'
import { everyMinute, type HandledJob, handled, type JobContext } from '#server/platform/jobs.ts'
import { applyStored, batchSize, requeueFailed } from './stored.ts'
import { applyWebhooks, arrivals } from './webhooks.ts'

/** After this the job ends and the next one takes over, so that none outlives its queue's limit. */
const shiftMs = 12 * 3600_000
/** Until the job that ended is in the books as ended, so that the next one may begin. */
const nextShiftMs = 1000
/** With nothing to do, it looks again after this even when no note came. */
const idleMs = 500
/**
 * A batch costs some thirty statements however small it is: while many arrive, one begins so long after the other. A
 * few are applied at once.
 */
const paceMs = 100
const many = 20
/** How often what could not be applied is tried again. */
const againMs = 10_000
/** When the database is away. */
const outageMs = 1000

export function webhooksJobs(app: () => App): HandledJob[] {
  return [handled(applyWebhooks, (_, context) => applyForAShift(app(), context), everyMinute)]
}

async function applyForAShift(app: App, { signal }: JobContext): Promise<void> {
  const ends = Date.now() + shiftMs
  let wake: () => void = () => undefined
  const onArrival = (): void => wake()
  const stopListening = app.notes.listen(arrivals, onArrival)
  signal.addEventListener('abort', onArrival)
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  let looked = Date.now()
  try {
    while (!signal.aborted && Date.now() < ends) {
      try {
        if (Date.now() - looked > againMs) {
          looked = Date.now()
          await requeueFailed(app)
        }
        const began = Date.now()
        const applied = await applyStored(app)
        if (applied === 0) await pause(idleMs)
        else if (applied >= many && applied < batchSize) await rest(began + paceMs - Date.now(), signal)
      } catch (error) {
        app.log.error({ err: error }, 'webhooks could not be applied; they are kept, and tried again')
        await pause(outageMs)
      }
    }
  } finally {
    stopListening()
    signal.removeEventListener('abort', onArrival)
  }
  // Handed back, it goes on in another process.
  signal.throwIfAborted()
  setTimeout(() => {
    if (signal.aborted) return
    app
      .enqueue(applyWebhooks, {})
      .catch((error: unknown) => app.log.warn({ err: error }, 'the next shift begins with the clock'))
  }, nextShiftMs).unref()
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => undefined)
}
