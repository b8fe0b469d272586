import { writeFile as write } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openTestServer, type TestServer } from '#test/server.ts'
import { erasureKey } from '../../people/erased.ts'
import { writeFile } from './write-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
afterEach(() => {
  vi.useRealTimers()
})

/** Whether the connection that writes this import holds its lock. */
async function isConnected(id: number): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) | objid::bigint = hashtextextended(${`lead import ${id}`}, 0)`.execute(
    server.app.db,
  )
  return rows.length > 0
}

it('keeps its connection however long the file is read before there is anything to write', async () => {
  const { businessId, userId } = await server.signUp()
  const path = join(server.app.settings.dataDir, 'people.csv')
  const phones = Array.from({ length: 40_001 }, (_, at) => `98${String(23_000_000 + at).padStart(8, '0')}`)
  await write(path, `Phone\n${phones.join('\n')}\n`)
  const { id } = await server.app.db
    .insertInto('lead_imports')
    .values({
      business_id: businessId,
      file_name: 'people.csv',
      bytes: 1,
      kind: 'csv',
      status: 'running',
      // As if all but the last row had been written by a process that is no more.
      rows_done: 40_000,
      settings: '{}',
      analysis: '{}',
      created_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let ended = false
  const end = writeFile({
    task: 'write',
    databaseUrl: server.databaseUrl,
    erasureKey: erasureKey(server.app, businessId),
    businessId,
    importId: id,
    file: { path, kind: 'csv', encoding: 'utf-8', delimiter: ',', quoted: true },
    names: ['Phone'],
    rows: phones.length,
    settings: {
      encoding: 'utf-8',
      delimiter: ',',
      sheet: null,
      first_row: 1,
      header: true,
      country: 'IN',
      columns: ['phone'],
    },
    fields: [],
    zone: 'UTC',
    tag: 'list',
    consent: { state: 'none' },
    userId,
    at: Date.now(),
    rejectsPath: join(server.app.settings.dataDir, 'rejects.csv'),
  }).finally(() => {
    ended = true
  })
  end.catch(() => undefined)
  // To connect may take its time too, and has a limit of its own.
  while (!ended && !(await isConnected(id))) await turn()
  while (!ended) {
    // Each turn of the file's reading takes as long as on the slowest machine.
    vi.advanceTimersByTime(60_000)
    await turn()
  }
  expect(await end).toBe('written')
})
