import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { handlers } from '#server/handlers.ts'
import { migrate } from '#server/migrations/migrate.ts'
import { openDatabase } from '#server/platform/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { openJobQueue } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { openNotes } from '#server/platform/notify.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server's maintenance database; `template` on it is migrated and is cloned by each test file. */
    postgresUrl: string
    /** Of the other servers of a cluster; each database is made there too. */
    workerUrls: string[]
  }
}

/** One PostgreSQL server for the whole run, with one migrated database on it, job queues included. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A cluster that has the template already (`scripts/test-citus.ts`), its coordinator first.
  const [coordinator, ...workers] = process.env.TEST_CITUS?.split(' ') ?? []
  if (coordinator) {
    project.provide('postgresUrl', coordinator)
    project.provide('workerUrls', workers)
    return async () => undefined
  }
  const folder = await mkdtemp(join(tmpdir(), 'tidings-test-'))
  const postgres = await startEmbeddedPostgres(join(folder, 'db'), { throwaway: true })
  const log = createLog('error')
  const maintenance = openDatabase(postgres.url('postgres'), log, { connections: 1 })
  await maintenance.pool.query('create database template')
  await maintenance.close()

  const template = openDatabase<unknown>(postgres.url('template'), log, { connections: 1 })
  await migrate(template.db)
  await template.close()
  const jobs = handlers(() => {
    throw new Error('no job runs while the template is made')
  }).map(({ job }) => job)
  const notes = openNotes(postgres.url('template'), log, 'tidings test')
  const queue = await openJobQueue(postgres.url('template'), log, { jobs, supervise: false, notes })
  await queue.stop()
  await notes.close()

  project.provide('postgresUrl', postgres.url('postgres'))
  project.provide('workerUrls', [])
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
