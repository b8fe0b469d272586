import { type Kysely, sql } from 'kysely'

/** A login at a provider is finished only in the session that began it. Those under way live 30 minutes: they start again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from oauth_states`.execute(db)
  await sql`alter table oauth_states add column session_id uuid not null`.execute(db)
}
