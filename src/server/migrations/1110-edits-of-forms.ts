import { type Kysely, sql } from 'kysely'

/** How often an opt-in form was edited: an edit that began before another one is refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table optin_forms add column revision int not null default 1`.execute(db)
}
