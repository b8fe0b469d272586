import { type Kysely, sql } from 'kysely'

/**
 * A provider login is finished only in the session that began it. Pending ones (valid for 30 minutes) start
 * again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from oauth_states`.execute(db)
  await sql`alter table oauth_states add column session_id uuid not null`.execute(db)
}
