import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { type Job as BossJob, type Queue as BossQueue, fromKysely, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { askPatiently, openDatabase } from './database.ts'
import type { Logger } from './log.ts'
import type { Notes } from './notify.ts'
import { askPrepared } from './sql/prepared.ts'

/**
 * A kind of background work: its name, what its payload is, and how its queue behaves.
 * It is declared by the feature that does the work; `handlers.ts` names the function that does it.
 */
type Job<Payload extends z.ZodType = z.ZodType> = {
  name: string
  payload: Payload
  queue: Omit<BossQueue, 'name' | 'deadLetter' | 'partition'>
  /** How many of these one process runs at a time. */
  concurrency: number
  /**
   * How many of one business's run at a time over all processes, so that one whose work waits long leaves room for the
   * others; the payload has `business_id`. Claims made at the same instant can exceed it by the queue's connections.
   */
  perBusiness: number | undefined
}

/** Seconds without a heartbeat after which a process counts as dead and its jobs run elsewhere. */
const silence = 30

/** Payloads carry ids, never content or secrets: they are kept for days and are shown to operators. */
export function defineJob<Payload extends z.ZodType>(
  name: string,
  payload: Payload,
  options: Partial<Pick<Job, 'queue' | 'concurrency' | 'perBusiness'>> = {},
): Job<Payload> {
  return {
    name,
    payload,
    queue: { notify: true, heartbeatSeconds: silence, ...options.queue },
    concurrency: options.concurrency ?? 1,
    perBusiness: options.perBusiness,
  }
}

type EnqueueOptions = {
  /** Not before this instant. */
  startAfter?: Date
  /** With a queue policy that has keys: one job per key. */
  singletonKey?: string
  priority?: number
}

/** Adds a job. On an App bound to a transaction, the job is there exactly when the transaction commits. */
export type Enqueue = <Payload extends z.ZodType>(
  job: Job<Payload>,
  payload: z.input<Payload>,
  options?: EnqueueOptions,
) => Promise<void>

export type JobContext = {
  /**
   * Aborted when the process stops, or when the job loses its claim while it runs: hand the work back and return.
   * After the handler has returned only the process's end aborts it.
   */
  signal: AbortSignal
  jobId: string
}

/** Does a job. It may be called twice for the same job (a crash in between): it claims what it changes. */
type JobHandler<Payload extends z.ZodType = z.ZodType> = (
  payload: z.output<Payload>,
  context: JobContext,
) => Promise<void>

export type HandledJob = { job: Job; handle: JobHandler; cron?: string }

/** The clock's shortest step. */
export const everyMinute = '* * * * *'

/**
 * Binds a job to its function; with `cron` (UTC) it also runs by the clock, with an empty payload, and once for what was
 * missed while no process ran; `everyMinute` also at the start.
 */
export function handled<Payload extends z.ZodType>(
  job: Job<Payload>,
  handle: JobHandler<Payload>,
  cron?: string,
): HandledJob {
  return { job: job as Job, handle: handle as JobHandler, cron }
}

export type JobQueue = {
  enqueue: Enqueue
  /** An enqueue that takes part in a transaction. */
  enqueueIn: <T>(transaction: Kysely<T>) => Enqueue
  /** Starts working on these jobs. */
  work: (jobs: readonly HandledJob[]) => Promise<void>
  /** Signals every running job, waits for it up to `timeoutSeconds`, and closes. Unfinished jobs are retried. */
  stop: (timeoutSeconds?: number) => Promise<void>
}

const schema = 'pgboss'

const ofBusiness = z.object({ business_id: z.number() })
/**
 * Which of these have a job that could begin now. Nothing notifies of what becomes due, is retried, or was left by a
 * killed process: one question a second finds it, where each worker would ask for itself.
 */
const dueJobs = `
  select w.name from unnest($1::text[]) w (name) where exists (
    select from ${schema}.job_common j
    where j.name = w.name and j.state < 'active' and not j.blocked and j.start_after <= now())`
const lookEveryMs = 1000

/** A job's own signal until the job ends: pg-boss aborts it at every end, as if the claim had been lost. */
function whileActive(jobSignal: AbortSignal): { signal: AbortSignal; release: () => void } {
  const active = new AbortController()
  const lost = (): void => active.abort(jobSignal.reason)
  if (jobSignal.aborted) lost()
  jobSignal.addEventListener('abort', lost)
  return { signal: active.signal, release: () => jobSignal.removeEventListener('abort', lost) }
}

const isSubset = (some: object, all: object): boolean =>
  Object.entries(some).every(([key, value]) => (all as Record<string, unknown>)[key] === value)

/** Each job's queue is there, as its job says. */
async function putQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const { name, queue } of jobs) {
    const known = present.get(name)
    const { policy: _fixed, ...changeable } = queue
    // Each takes a lock that all processes share: a usual start finds them as they should be.
    if (!known) await boss.createQueue(name, queue)
    else if (!isSubset(changeable, known)) await boss.updateQueue(name, changeable)
  }
}

/** How long a start waits for indexes that a new version of the queue builds in the background. */
const indexesWithinMs = 10 * 60_000

/** Makes or changes the queue's tables, as the role that owns them; the product's opens them with `installed`. */
export async function installQueue(url: string, log: Logger, jobs: readonly Job[]): Promise<void> {
  const { pool, close } = openDatabase<unknown>(url, log, { connections: 2, isLocal: true })
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema,
    supervise: false,
    schedule: false,
    bamIntervalSeconds: 10,
    persistWarnings: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue reports a fault'))
  try {
    await boss.start()
    await putQueues(boss, jobs)
    const deadline = performance.now() + indexesWithinMs
    const waiting = `select from ${schema}.bam where status <> 'completed' limit 1`
    while ((await pool.query(waiting)).rowCount !== 0 && performance.now() < deadline) await delay(200)
    await boss.stop({ graceful: true })
  } finally {
    await close()
  }
}

/**
 * Opens the queue on the product's database (pg-boss, schema `pgboss`), with its own connections, so that
 * work in progress does not block it.
 * @param options.jobs all jobs; their queues are created or updated.
 * @param options.installed whether its tables are there, in this version: nothing is made or changed then.
 * @param options.supervise whether this process also checks heartbeats, schedules and clears up (workers do).
 */
export async function openJobQueue(
  url: string,
  log: Logger,
  options: {
    jobs: readonly Job[]
    supervise: boolean
    installed?: boolean
    notes: Notes
    directUrl?: string | undefined
  },
): Promise<JobQueue> {
  const { pool, close } = openDatabase<unknown>(url, log, {
    connections: 6,
    directUrl: options.directUrl,
    isLocal: true,
  })
  // On a busy machine the many questions of a start wait long for a connection: that does not end the process.
  let isStarting = true
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) =>
        isStarting ? askPatiently(pool, text, values) : askPrepared(pool, text, values),
      async listen(channel, receive, missed) {
        const stop = options.notes.listen(channel, receive, missed)
        return { close: async () => stop() }
      },
    },
    schema,
    migrate: !options.installed,
    supervise: options.supervise,
    schedule: options.supervise,
    useListenNotify: options.supervise,
    // A dead worker is detected by its missing heartbeat within this interval (design: a lane moves in 30 s).
    monitorIntervalSeconds: 5,
    superviseIntervalSeconds: 5,
    persistWarnings: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue reports a fault'))
  await boss.start()
  await putQueues(boss, options.jobs)
  isStarting = false

  const stopping = new AbortController()
  /** The ids of each job's workers, of which each runs one at a time. */
  const workers = new Map<string, string[]>()
  const wakeForDue = async (): Promise<void> => {
    const { rows } = await askPrepared(pool, dueJobs, [[...workers.keys()]])
    for (const { name } of rows as { name: string }[])
      for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
  }
  const lookForDue = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await delay(lookEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      if (stopping.signal.aborted) return
      await wakeForDue().catch((error) => log.warn({ err: error }, 'no due jobs could be looked for'))
    }
  }
  let looking: Promise<void> | undefined
  /** What `work` does until all workers ask for jobs; a stop in the middle of it waits for its end. */
  let beginning: Promise<unknown> = Promise.resolve()
  const enqueueOn =
    (transaction?: Kysely<unknown>): Enqueue =>
    async (job, payload, { startAfter, singletonKey, priority } = {}) => {
      const data = job.payload.parse(payload) as object
      const group = job.perBusiness !== undefined && { id: String(ofBusiness.parse(data).business_id) }
      await boss.send(job.name, data, {
        ...(group && { group }),
        ...(startAfter && { startAfter }),
        ...(singletonKey && { singletonKey }),
        ...(priority && { priority }),
        ...(transaction && { db: fromKysely(transaction) }),
      })
    }

  const begin = async (handledJobs: readonly HandledJob[]): Promise<void> => {
    isStarting = true
    // What an earlier version ran by the clock, and this one does not, would be put into its queue for ever.
    const clocked = new Set(handledJobs.filter(({ cron }) => cron).map(({ job }) => job.name))
    const clocks = new Map((await boss.getSchedules()).map((clock) => [clock.name, clock]))
    for (const name of clocks.keys()) if (!clocked.has(name)) await boss.unschedule(name)
    const start = async ({ job, handle, cron }: HandledJob): Promise<void> => {
      const run = async ([bossJob]: BossJob[]): Promise<void> => {
        if (!bossJob) return
        const claim = whileActive(bossJob.signal)
        const signal = AbortSignal.any([claim.signal, stopping.signal])
        try {
          await handle(job.payload.parse(bossJob.data ?? {}), { signal, jobId: bossJob.id })
        } finally {
          claim.release()
        }
      }
      const ids: string[] = []
      workers.set(job.name, ids)
      for (let nr = 0; nr < job.concurrency && !stopping.signal.aborted; nr++) {
        const id = await boss.work(
          job.name,
          {
            ...(job.perBusiness !== undefined && { groupConcurrency: job.perBusiness }),
            pollingIntervalSeconds: 1,
            heartbeatRefreshSeconds: Math.max(1, (job.queue.heartbeatSeconds ?? silence) / 4),
          },
          async (jobs: BossJob[]) => {
            let isDone = false
            try {
              await run(jobs)
              isDone = true
            } catch (error) {
              if (stopping.signal.aborted) log.debug({ err: error, job: job.name }, 'a job was handed back')
              else log.error({ err: error, job: job.name, jobId: jobs[0]?.id }, 'a job failed')
              throw error
            } finally {
              // Nothing notifies again of others that wait, or of the next of this business, which was passed over.
              // One that failed waits for the next look, so that its tries are not spent in an instant.
              if (isDone || job.perBusiness !== undefined) boss.notifyWorker(id)
            }
          },
        )
        ids.push(id)
      }
      if (stopping.signal.aborted) return
      const clock = clocks.get(job.name)
      const missed = cron === everyMinute ? 'skip' : 'once'
      // A machine that is off or asleep each night does the work of the night when it is back.
      if (cron && (clock?.cron !== cron || clock.options?.missed !== missed))
        await boss.schedule(job.name, cron, {}, { missed })
      // What a process left behind when it ended does not wait for the next full minute.
      if (cron === everyMinute) await boss.send(job.name, {})
    }
    await Promise.all(handledJobs.map(start)).finally(() => {
      isStarting = false
    })
    looking ??= lookForDue()
  }

  return {
    enqueue: enqueueOn(),
    enqueueIn: (transaction) => enqueueOn(transaction as Kysely<unknown>),
    async work(handledJobs) {
      beginning = begin(handledJobs)
      await beginning
    },
    async stop(timeoutSeconds = 20) {
      isStarting = false
      stopping.abort(new Error('the process is stopping'))
      // pg-boss looks every half second whether its workers have ended; they are waited for here.
      const timeout = new AbortController()
      const ended = beginning
        .catch(() => undefined)
        .then(() => Promise.all([...workers.keys()].map((name) => boss.offWork(name, { wait: true }))))
      await Promise.race([
        ended.finally(() => timeout.abort()),
        delay(timeoutSeconds * 1000, undefined, { signal: timeout.signal }).catch(() => undefined),
      ])
      await boss.stop({ graceful: true, timeout: 1000 })
      await looking
      await close()
    },
  }
}
