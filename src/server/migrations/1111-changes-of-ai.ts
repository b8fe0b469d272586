import { type Kysely, sql } from 'kysely'

/** How often the settings of AI answers were changed: a change that began before another one is refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bot_settings add column ai_revision int not null default 1`.execute(db)
}
