import { sql } from 'kysely'
import type pg from 'pg'
import { offerContent, type Shop } from '#server/features/messages/messages.fixture.ts'
import type { TestServer } from '#test/server.ts'

/** The campaign's own row, which the engine does without. */
export async function enterCampaignRow(server: TestServer, shop: Shop, campaign: number): Promise<void> {
  const content = await offerContent(server, shop.businessId)
  await sql`
    insert into campaigns (business_id, id, name, status, phone_number_id, template_id, content_id, audience, scheduled_at, timezone, planned_at, created_by)
    overriding system value
    select ${shop.businessId}, ${campaign}, 'Sale', 'Running', ${shop.phoneNumberId}, 1, ${content}, '{}', now(), 'UTC', now(), ${shop.userId}`.execute(
    server.app.db,
  )
}

/** What a dump is to the tests: all rows as they are now. Ids that were given out stay given out, as with a dump. */
export async function dumpRows(pool: pg.Pool): Promise<void> {
  await pool.query('drop schema if exists dump cascade; create schema dump')
  for (const table of await tablesOf(pool))
    await pool.query(`create table dump.${table} as table public.${table}`)
}

/** Puts the rows of the dump in the place of the present ones. */
export async function restoreRows(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica;
      set local citus.multi_shard_modify_mode = 'sequential'`)
    for (const table of await tablesOf(pool)) {
      const { rows } = await client.query<{ columns: string }>(
        `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
         where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
      const columns = rows[0]!.columns
      await client.query(`delete from public.${table}`)
      await client.query(
        `insert into public.${table} (${columns}) overriding system value select ${columns} from dump.${table}`,
      )
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function tablesOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not relispartition and relname not like 'kysely%' order by 1`,
  )
  return rows.map(({ name }) => name)
}
