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
  let clone: Awaited<ReturnType<typeof cloneDatabase>>
  let notes: Notes
  let queue: JobQueue
  let database: Database<unknown>
  beforeAll(async () => {
    clone = await cloneDatabase()
    const log = createLog('fatal')
    database = openDatabase(clone.databaseUrl, log)
    notes = openNotes(clone.databaseUrl, log)
    queue = await openJobQueue(clone.databaseUrl, log, { jobs: [job], supervise: true, notes })
  })
  afterAll(async () => {
    await notes.close()
    await database.close()
    await clone.drop()
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
