import { type Kysely, sql } from 'kysely'

/** Whether a session was opened with a passkey, which stands for a second factor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column by_passkey boolean not null default false`.execute(db)
}
