import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '#server/app.ts'
import { everyMinute, type HandledJob, handled, type JobContext } from '#server/platform/jobs.ts'
import { notify, openAlarm } from '#server/platform/notify.ts'
import { partitions, wholeWebhooks } from './queue/partitions.ts'
import { openTurns } from './queue/turns.ts'
import { applyStored, batchSize, requeueFailed } from './stored.ts'
import { applyWebhooks, arrivals, prepareWeeks, sharing, startAppliers } from './webhooks.ts'
import { makeWeeks } from './weeks/weeks.ts'

/** After this the job ends and the next one takes over, so that none outlives its queue's limit. */
const shiftMs = 12 * 3600_000
/** Until the job that ended is in the books as ended, so that the next one may begin. */
const nextShiftMs = 1000
/** With nothing to do, it looks again after this even when no note came. */
const idleMs = 2000
/**
 * A batch costs some thirty statements however small it is: while many arrive, one begins so long after the other. A
 * few are applied at once.
 */
const paceMs = 100
const many = 20
/** Messages that take longer than this to apply have others behind them: reports wait. */
const busyMs = 250
/** Reports wait at most so long, then a batch of them goes in between. */
const reportsWaitMs = 2000
/** How often what could not be applied is tried again. */
const againMs = 10_000
/** And what could not be applied for ten minutes. */
const lateAgainMs = 3600_000
/** When the database is away. */
const outageMs = 1000

/** Partitions that nobody has are taken by then. */
const takenMs = 1000
/** A process that gave work to another takes none for so long. */
const givenMs = 5000

export function webhooksJobs(app: () => App): HandledJob[] {
  const shifts = openShifts()
  return [
    handled(startAppliers, () => shifts.start(app()), everyMinute),
    handled(applyWebhooks, ({ partition }, context) => shifts.run(app(), partition, context)),
    handled(prepareWeeks, () => makeWeeks(app()), '19 * * * *'),
  ]
}

/** The partitions that this process applies. */
function openShifts() {
  const own = randomUUID()
  const running = new Map<number, AbortController>()
  let givenAt = Number.NEGATIVE_INFINITY

  const give = (asking: string): void => {
    if (asking === own) return
    const spare = [...running.values()].slice(Math.ceil(running.size / 2))
    if (spare.length === 0) return
    givenAt = performance.now()
    for (const shift of spare) shift.abort()
  }

  return {
    async start(app: App): Promise<void> {
      for (const partition of partitions) {
        await app.enqueue(applyWebhooks, { partition }, { singletonKey: String(partition) })
      }
      await delay(takenMs)
      if (running.size === 0) await notify(app.db, sharing, own)
    },
    async run(app: App, partition: number | undefined, context: JobContext): Promise<void> {
      // A job of an earlier version, which knew no partitions.
      if (partition === undefined) return
      if (performance.now() - givenAt > givenMs) {
        const given = new AbortController()
        running.set(partition, given)
        const stopListening = app.notes.listen(sharing, give)
        try {
          await applyForAShift(app, partition, context.signal, given.signal)
        } finally {
          stopListening()
          running.delete(partition)
        }
      }
      // Handed back, it goes on in another process.
      context.signal.throwIfAborted()
      startNext(app, partition, context.signal)
    },
  }
}

async function applyForAShift(
  app: App,
  partition: number,
  stopped: AbortSignal,
  given: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([stopped, given])
  // Not by the clock: put back an hour while reports arrive, it would make the next batch wait for that hour.
  const ends = performance.now() + shiftMs
  const alarm = openAlarm(signal)
  const stopListening = app.notes.listen(arrivals, (payload) => {
    if (payload === '' || payload.split(',').includes(String(partition))) alarm.ring()
  })
  let looked = Number.NEGATIVE_INFINITY
  let lookedLate = Number.NEGATIVE_INFINITY
  let reportedAt = performance.now()
  const turns = openTurns()
  try {
    while (!signal.aborted && performance.now() < ends) {
      try {
        if (partition === 0 && performance.now() - looked > againMs) {
          looked = performance.now()
          await turns.all()
          await requeueFailed(app, 'now')
          // Also when a process begins: it may have what the one before lacked.
          if (looked - lookedLate > lateAgainMs) {
            lookedLate = looked
            await requeueFailed(app, 'days')
          }
          await applyStored(app, wholeWebhooks)
        }
        const began = performance.now()
        let applied = await turns.next((turn) => applyStored(app, partition, false, turn))
        // Somebody waits for what a person wrote and for its answer; nobody for a tick.
        const now = performance.now()
        if (now - began < busyMs || now - reportedAt > reportsWaitMs) {
          await turns.all()
          applied = Math.max(applied, await applyStored(app, partition, true))
          reportedAt = performance.now()
        }
        // What a process of an earlier version took in during an upgrade, whose note names no partition.
        if (applied === 0 && partition === 0) applied = await applyStored(app, wholeWebhooks)
        if (applied === 0) await alarm.wait(idleMs)
        else if (applied >= many && applied < batchSize)
          await rest(began + paceMs - performance.now(), signal)
      } catch (error) {
        app.log.error({ err: error }, 'webhooks could not be applied; they are kept, and tried again')
        await turns.startAgain()
        await alarm.wait(outageMs)
      }
    }
  } finally {
    stopListening()
    await turns.startAgain()
  }
}

function startNext(app: App, partition: number, signal: AbortSignal): void {
  setTimeout(() => {
    if (signal.aborted) return
    app
      .enqueue(applyWebhooks, { partition }, { singletonKey: String(partition) })
      .catch((error: unknown) => app.log.warn({ err: error }, 'the next shift begins with the clock'))
  }, nextShiftMs).unref()
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => undefined)
}
