import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cloneDatabase, eventually } from '#test/server.ts'
import { type Database, openDatabase } from './database.ts'
import { defineJob, handled, type JobQueue, openJobQueue } from './jobs.ts'
import { createLog } from './log.ts'
import { type Notes, openNotes } from './notify.ts'

describe('a job', () => {
  const job = defineJob('test.work', z.object({}))
  const later = defineJob('test.later', z.object({}))
  const many = defineJob('test.many', z.object({}))
  const nightly = defineJob('test.nightly', z.object({}))
  let clone: Awaited<ReturnType<typeof cloneDatabase>>
  let notes: Notes
  let queue: JobQueue
  let database: Database<unknown>
  beforeAll(async () => {
    clone = await cloneDatabase()
    const log = createLog('fatal')
    database = openDatabase(clone.databaseUrl, log)
    notes = openNotes(clone.databaseUrl, log, 'tidings test')
    queue = await openJobQueue(clone.databaseUrl, log, {
      jobs: [job, later, many, nightly],
      supervise: true,
      notes,
    })
  })
  afterAll(async () => {
    await notes.close()
    await database.close()
    await clone.drop()
  })

  it('begins at its time, and again soon when its process died', async () => {
    let begun = 0
    const stuck = Promise.withResolvers<void>()
    await queue.work([
      handled(later, async () => {
        begun++
        if (begun === 1) await stuck.promise
      }),
    ])
    await queue.enqueue(later, {}, { startAfter: new Date(Date.now() + 500) })
    await eventually('its time', async () => begun === 1)
    // A killed process reports nothing.
    await eventually(
      'its second start',
      async () => {
        await sql`update pgboss.job set heartbeat_on = now() - interval '1 hour'
        where name = ${later.name} and state = 'active'`.execute(database.db)
        const { rows } =
          await sql`select from pgboss.job where name = ${later.name} and state = 'retry'`.execute(
            database.db,
          )
        return rows.length === 1
      },
      20_000,
    )
    stuck.resolve()
  })

  it('does not wait for the next look where others of its kind are due', async () => {
    let done = 0
    await queue.work([handled(many, async () => void done++)])
    const startAfter = new Date(Date.now() + 300)
    for (let nr = 0; nr < 30; nr++) await queue.enqueue(many, {}, { startAfter })
    await eventually('all of them', async () => done === 30, 10_000)
  })

  it('is left where the process stops while it begins to work', async () => {
    const other = await openJobQueue(clone.databaseUrl, createLog('fatal'), {
      jobs: [job, later, many, nightly],
      supervise: true,
      notes,
    })
    const begun = other.work([handled(many, async () => undefined), handled(nightly, async () => undefined)])
    await other.stop()
    await begun
  })

  it('that the clock starts no more is forgotten by the clock', async () => {
    const scheduled = async () =>
      (await sql<{ name: string }>`select name from pgboss.schedule`.execute(database.db)).rows.map(
        ({ name }) => name,
      )
    await queue.work([handled(nightly, async () => undefined, '0 4 * * *')])
    expect(await scheduled()).toEqual([nightly.name])
    const next = await openJobQueue(clone.databaseUrl, createLog('fatal'), {
      jobs: [later],
      supervise: true,
      notes,
    })
    await next.work([])
    expect(await scheduled()).toEqual([])
    await next.stop()
  })

  it('of the night is done when the machine is back that was off meanwhile', async () => {
    const ofNight = defineJob('test.of-night', z.object({}))
    const open = () =>
      openJobQueue(clone.databaseUrl, createLog('fatal'), { jobs: [ofNight], supervise: true, notes })
    let done = 0
    const twoHoursAgo = new Date(Date.now() - 2 * 3600_000)
    const cron = `${twoHoursAgo.getUTCMinutes()} ${twoHoursAgo.getUTCHours()} * * *`
    const handlers = [handled(ofNight, async () => void done++, cron)]
    const before = await open()
    await before.work(handlers)
    await before.stop()
    await sql`update pgboss.schedule set created_on = now() - interval '3 days'`.execute(database.db)
    await sql`update pgboss.version set cron_on = now() - interval '5 hours'`.execute(database.db)
    const back = await open()
    await back.work(handlers)
    await eventually('what was missed', async () => done === 1)
    await back.stop()
  })

  it('keeps its signal after its end, for what it left behind, until the process stops', async () => {
    let signal: AbortSignal | undefined
    await queue.work([
      handled(job, async (_, context) => {
        signal = context.signal
      }),
    ])
    await queue.enqueue(job, {})
    await eventually('its end', async () => {
      const { rows } = await sql<{ state: string }>`
        select state from pgboss.job where name = ${job.name}`.execute(database.db)
      return rows[0]?.state === 'completed'
    })
    expect(signal?.aborted).toBe(false)
    await queue.stop()
    expect(signal?.aborted).toBe(true)
  })
})

it('starts, and begins to work, although connections are refused for a while', async () => {
  const { databaseUrl, drop } = await cloneDatabase()
  const log = createLog('fatal')
  const owner = openDatabase(databaseUrl, log)
  const role = `test_${randomBytes(8).toString('hex')}`
  const run = (statement: string) => owner.pool.query(statement)
  const refuseFor = async (ms: number) => {
    await run(`alter role ${role} connection limit 0`)
    await run(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = '${role}'`)
    // What they say at their end arrives.
    await delay(100)
    return { ended: delay(ms).then(() => run(`alter role ${role} connection limit -1`)) }
  }
  await run(`create role ${role} login password '${role}'`)
  await run(`do $$ begin execute format('grant %I to ${role}', current_user); end $$`)
  const url = new URL(databaseUrl)
  url.username = role
  url.password = role
  const notes = openNotes(databaseUrl, log, 'tidings test')
  const job = defineJob('test.patient', z.object({}))
  const start = await refuseFor(1_000)
  const queue = await openJobQueue(url.href, log, { jobs: [job], supervise: true, notes })
  await start.ended
  const work = await refuseFor(1_000)
  const done = Promise.withResolvers<void>()
  await queue.work([handled(job, async () => done.resolve())])
  await work.ended
  await queue.enqueue(job, {})
  await done.promise
  await queue.stop()
  await notes.close()
  await run(`drop role ${role}`)
  await owner.close()
  await drop()
})
