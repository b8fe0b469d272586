import { type Kysely, sql } from 'kysely'

/** Bodies of webhooks that were applied days ago are packed: the length that one had, and how far the packing has come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_events add column packed_from integer`.execute(db)
  await sql`
    create table webhook_packing (
      singleton boolean primary key default true check (singleton),
      packed_to bigint not null
    )`.execute(db)
}
