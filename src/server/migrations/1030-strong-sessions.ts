import { type Kysely, sql } from 'kysely'

/** Marks sessions that a passkey opened: it counts as a second factor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column by_passkey boolean not null default false`.execute(db)
}
