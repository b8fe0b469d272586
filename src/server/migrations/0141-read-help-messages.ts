import { type Kysely, sql } from 'kysely'

/** The operator reads help messages in the product: which ones are new must be known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table help_messages add column read_at timestamptz`.execute(db)
  // The operator's list runs over all businesses, the newest first.
  await sql`create index help_messages_by_id on help_messages (id desc)`.execute(db)
}
