import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { App } from '#server/app.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { type MergeOptions, mergeFrom } from '../records/merge.ts'
import { undoRows } from './write/undo-rows.ts'

let server: TestServer
let known: Person
let unknown: Person
const rows = 2000
/** A row is looked at a few times, and never once for every other row. */
const mostLooks = 60

beforeAll(async () => {
  server = await openTestServer()
  known = await server.signUp()
  await addLeads(known, '+91980', rows)
  // The statistics know one business, and that it is all there is.
  for (const table of ['leads', 'suppressions', 'consent_changes', 'messages', 'lead_import_updates']) {
    await sql`analyze ${sql.table(table)}`.execute(server.app.db)
  }
  await sql`alter table leads set (autovacuum_enabled = off)`.execute(server.app.db)
  await sql`alter table consent_changes set (autovacuum_enabled = off)`.execute(server.app.db)
  unknown = await server.signUp()
  await addLeads(unknown, '+91981', rows)
})
afterAll(() => server.close())

async function addLeads({ businessId }: Person, start: string, count: number): Promise<void> {
  await sql`
    insert into leads (business_id, name, phone)
    select ${businessId}, 'L', ${start}::text || lpad(n::text, 7, '0') from generate_series(1, ${count}::int) n`.execute(
    server.app.db,
  )
}

/** Rows of these tables that a piece of work reads. */
async function looks(work: (tx: App) => Promise<unknown>): Promise<number> {
  return await server.app.transaction(async (tx) => {
    const read = async (): Promise<number> => {
      const { rows: found } = await sql<{ looks: number }>`
        select sum(pg_stat_get_xact_tuples_returned(c.oid) + coalesce(i.looks, 0)) as looks
        from pg_class c
        left join lateral (
          select sum(pg_stat_get_xact_tuples_returned(indexrelid)) as looks from pg_index where indrelid = c.oid) i on true
        where c.relname in
          ('leads', 'incoming', 'suppressions', 'consent_changes', 'messages', 'lead_import_updates')`.execute(
        tx.db,
      )
      return Number(found[0]?.looks ?? 0)
    }
    const before = await read()
    await work(tx)
    return (await read()) - before
  })
}

/** An import that is under way, of people whom the business has. */
async function importOf({ businessId, userId }: Person): Promise<{ id: number; options: MergeOptions }> {
  const at = new Date()
  const { id } = await server.app.db
    .insertInto('lead_imports')
    .values({
      business_id: businessId,
      file_name: 'a.csv',
      bytes: 1,
      kind: 'csv',
      status: 'running',
      settings: '{}',
      analysis: '{}',
      applied_at: at,
      created_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const consent = { consentSource: 'import', consentDetails: 'till', userId }
  return { id, options: { source: 'csv', at, importId: id, ...consent } }
}

async function merge(tx: App, person: Person, start: string, options: MergeOptions): Promise<void> {
  await sql`create temp table incoming on commit drop as
    select 'N' as name, ${start}::text || lpad(n::text, 7, '0') as phone, null::text as email, array['t'] as tags,
      '{}'::jsonb as attributes, 'opted_in' as consent, null::timestamptz as consent_at
    from generate_series(1, ${rows}::int) n`.execute(tx.db)
  await mergeFrom(tx.db, person.businessId, sql`incoming as i`, options)
}

it.each([
  ['people it has', '+91981'],
  ['new people', '+91982'],
])('importing %s looks at each row a few times, and so does undoing it', async (_, start) => {
  const { id, options } = await importOf(unknown)
  expect((await looks((tx) => merge(tx, unknown, start, options))) / rows).toBeLessThan(mostLooks)
  expect((await looks((tx) => undoRows(tx, unknown.businessId, id))) / rows).toBeLessThan(mostLooks)
  const left = await server.app.db
    .selectFrom('leads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('business_id', '=', unknown.businessId)
    .executeTakeFirstOrThrow()
  expect(left.count).toBe(rows)
})
