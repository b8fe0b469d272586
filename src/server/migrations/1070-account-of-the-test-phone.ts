import { type Kysely, sql } from 'kysely'

/** A test account that only the test phone's first message came from: the owner has connected nothing yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table whatsapp_accounts add column for_test_phone boolean not null default false`.execute(
    db,
  )
}
