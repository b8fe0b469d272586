import type { App } from '#server/app.ts'
import { everyMinute, type HandledJob, handled, type JobContext } from '#server/platform/jobs.ts'
import { applyStored } from './stored.ts'
import { applyWebhooks, arrivals } from './webhooks.ts'

/** After this the job ends and the next one takes over, so that none outlives its queue's limit. */
const shiftMs = 12 * 3600_000
/** Until the job that ended is in the books as ended, so that the next one may begin. */
const nextShiftMs = 1000
/** With nothing to do, it looks again after this even when no note came. */
const idleMs = 500
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
  try {
    while (!signal.aborted && Date.now() < ends) {
      try {
        if ((await applyStored(app)) === 0) await pause(idleMs)
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
