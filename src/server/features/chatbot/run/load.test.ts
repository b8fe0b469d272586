import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { App } from '#server/app.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { loadPlaces } from './load.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
})
afterAll(() => server.close())

const tables = [
  'conversations',
  'conversation_sends',
  'inbound_messages',
  'conversation_events',
  'leads',
  'messages',
]
const conversations = 2000
const wanted = 20

async function rowsRead({ db }: App): Promise<number> {
  const { rows } = await sql<{ read: string }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as read
    from pg_stat_xact_user_tables where relname = any(${tables}::text[])`.execute(db)
  return Number(rows[0]?.read ?? 0)
}

it('reads few rows for each person, though the statistics know one conversation alone', async () => {
  const { db } = server.app
  const added = await sql<{ id: number }>`
    insert into businesses (name, country, timezone) values ('Asha', 'IN', 'UTC') returning id`.execute(db)
  const businessId = Number(added.rows[0]!.id)
  const add = async (count: number): Promise<number[]> => {
    const { rows } = await sql<{ id: number }>`
      insert into conversations (business_id, phone_number_id, address, last_at, created_at)
      select ${businessId}, '281074529834160', '+9198' || n, now(), now() from generate_series(1, ${count}::int) n
      returning id`.execute(db)
    const ids = rows.map(({ id }) => Number(id))
    // Nobody of the team answered: the newest answer of a person is looked for in vain.
    await sql`
      insert into conversation_sends (business_id, send_key, conversation_id, message_id, text, at)
      select ${businessId}, gen_random_uuid(), id, id * 10 + n, 'hello', now() - n * interval '1 minute'
      from unnest(${ids}::bigint[]) id, generate_series(1, 5) n`.execute(db)
    await sql`
      insert into inbound_messages (business_id, conversation_id, wamid, kind, text, content, at, received_at)
      select ${businessId}, id, 'wamid.' || id || '.' || n, 'text', 'hello', '{}', now() - n * interval '1 minute', now()
      from unnest(${ids}::bigint[]) id, generate_series(1, 5) n`.execute(db)
    return ids
  }
  await add(1)
  await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db)
  const ids = await add(conversations)
  await server.app.transaction(async (tx) => {
    const before = await rowsRead(tx)
    const settings = {
      enabled: true,
      active_since: new Date(0),
      timezone: 'UTC',
      pause_minutes: null,
      session_hours: 24,
    }
    const places = await loadPlaces(tx, businessId, ids.slice(500, 500 + wanted), settings)
    expect(places).toHaveLength(wanted)
    expect((await rowsRead(tx)) - before).toBeLessThan(wanted * 40)
  })
})
