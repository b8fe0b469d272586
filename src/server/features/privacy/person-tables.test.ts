import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { privacy } from '#contract/privacy.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { personTables } from './person-tables.fixture.ts'
import { runErasure } from './privacy.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  asha = await server.signUp()
})
afterAll(() => server.close())

const phone = '+919823017301'
const conversation = 70_001
const message = 70_002

/** Columns that name a person, and the value that names this one. */
const naming = (lead: number): Record<string, string | number> => ({
  lead_id: lead,
  phone,
  address: phone,
  recipient_phone: phone,
  bsuid: 'IN.70003',
  email: 'rukmini.rows@example.com',
  phone_number: phone,
  conversation_id: conversation,
  message_id: message,
})

/** Searches have no column of a person's but the lead's, and a trigger of the leads removes them. */
const erasedTables = Object.entries(personTables).flatMap(([table, { erased }]) =>
  erased === true && table !== 'lead_search' ? [table] : [],
)

type Column = { table: string; name: string; type: string; needed: boolean }

async function columns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as name, c.data_type as type,
      c.is_nullable = 'NO' and c.column_default is null and c.is_identity = 'NO' and c.is_generated = 'NEVER' as needed
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and table_name not in (select relname from pg_class where relispartition) order by 1, 2`.execute(
    server.app.db,
  )
  return rows
}

const personColumn = /^(lead_id|conversation_id|message_id|bsuid|(.+_)?(address|phone|email)|phone_number)$/

it('names each table that has a column of a lead, an address or a conversation, or says why it does not', async () => {
  // A yes or no names nobody: `for_test_phone`.
  const found = (await columns())
    .filter(({ name, type }) => type !== 'boolean' && personColumn.test(name))
    .map(({ table }) => table)
  const known = Object.keys(personTables)
  expect([...new Set(found)].filter((table) => !known.includes(table))).toEqual([])
  // What a conversation's id alone tells is found by its column too: none stands here in vain.
  expect(known.filter((table) => !found.includes(table))).toEqual([])
})

/** Values that are not any. */
const given: Record<string, Record<string, unknown>> = {
  lead_bulk_snapshots: { before: '["first"]' },
  messages: { id: message, status: 'sent', content_id: 1 },
  message_contents: { id: 1, components: '[]', slots: '[]' },
  conversations: { id: conversation },
}

/** A row of each table that an erasure goes through; neither checks nor foreign keys are looked at. */
async function seed(lead: number): Promise<void> {
  await sql`do $$ declare c record; begin
    for c in select conrelid::regclass as of, conname from pg_constraint
      where contype = 'c' and coninhcount = 0 and connamespace = 'public'::regnamespace and conrelid <> 0
    loop execute format('alter table %s drop constraint if exists %I', c.of, c.conname); end loop; end $$`.execute(
    server.app.db,
  )
  const all = await columns()
  const names = naming(lead)
  for (const table of ['message_contents', ...erasedTables]) {
    const values = new Map<string, unknown>()
    for (const { name, type, needed } of all.filter((one) => one.table === table)) {
      if (name === 'business_id') values.set(name, asha.businessId)
      else if (given[table] && name in given[table]) values.set(name, given[table][name])
      else if (name in names) values.set(name, names[name])
      else if (needed) values.set(name, anyOf(type))
    }
    await server.app.db.transaction().execute(async (db) => {
      await sql`set local session_replication_role = replica`.execute(db)
      await sql`insert into ${sql.table(table)} (${sql.join([...values.keys()].map((name) => sql.ref(name)))})
        overriding system value values (${sql.join([...values.values()])}) on conflict do nothing`.execute(db)
    })
  }
}

function anyOf(type: string): unknown {
  if (type === 'jsonb') return '{}'
  if (type === 'ARRAY') return '{}'
  if (type === 'bytea') return Buffer.from('x')
  if (type === 'boolean') return false
  if (type === 'uuid') return '00000000-0000-4000-8000-000000070001'
  if (type === 'tsvector') return 'rukmini'
  if (type.startsWith('timestamp')) return new Date()
  if (type === 'date') return '2026-11-23'
  return type === 'text' ? 'seeded' : 1
}

/** Tables in which a row names the person, by one of their columns. */
async function tablesNaming(lead: number): Promise<string[]> {
  const names = naming(lead)
  const all = await columns()
  const found: string[] = []
  for (const table of Object.keys(personTables)) {
    const of = all.filter((one) => one.table === table && one.name in names)
    if (table === 'conversations') of.push({ table, name: 'id', type: 'bigint', needed: true })
    const { rows } = await sql`select from ${sql.table(table)} where ${sql.join(
      of.map(
        ({ name }) => sql`${sql.ref(name)}::text = ${String(name === 'id' ? conversation : names[name])}`,
      ),
      sql` or `,
    )}`.execute(server.app.db)
    if (rows.length > 0) found.push(table)
  }
  return found
}

it('has a row of each in the person’s file, and none is left after the erasure; a repeated call tells nothing', async () => {
  const upload = () =>
    server.call(leads.upload, {
      token: asha.token,
      headers: { 'idempotency-key': 'of-Rukmini' },
      body: { leads: [{ name: 'Rukmini', phone, email: 'rukmini.rows@example.com', source: 'api' }] },
    } as never)
  expect((await upload()).status).toBe(200)
  const search = { token: asha.token, query: { search: 'Rukmini' } }
  const lead = (await server.call(leads.list, search)).body.leads[0]?.id ?? 0
  const get = {
    token: asha.token,
    params: { id: lead },
    headers: { 'idempotency-key': 'change-of-Rukmini' },
    body: { name: 'Rukmini' },
  }
  const changed = await server.call(leads.update, get as never)
  expect(JSON.stringify(changed.body)).toContain(phone)
  await seed(lead)
  expect(await tablesNaming(lead)).toEqual(expect.arrayContaining(erasedTables))

  const { body } = await server.http.inject({
    url: privacy.personData.path.replace('{id}', String(lead)),
    headers: { authorization: `Bearer ${asha.token}` },
  })
  const file = JSON.parse(body) as Record<string, unknown[]>
  for (const [table, { part }] of Object.entries(personTables)) {
    if (typeof part === 'string') expect([table, file[part]?.length ?? 0]).not.toEqual([table, 0])
  }

  const { erasure } = (
    await server.call(privacy.erase, {
      token: asha.token,
      params: { id: lead },
      body: { confirm: true },
    } as never)
  ).body as never as { erasure: { id: number } }
  await runErasure(server.app, asha.businessId, erasure.id)
  expect((await tablesNaming(lead)).filter((table) => erasedTables.includes(table))).toEqual([])

  const again = await server.call(leads.update, get as never)
  expect(again).toMatchObject({ status: 404, body: { success: false, code: 'not_found' } })
  expect(JSON.stringify((await upload()).body)).not.toContain(phone)
})
