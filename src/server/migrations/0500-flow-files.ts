import { type Kysely, sql } from 'kysely'

/** Files that the steps of flows send: they belong to the business and to no conversation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chat_files alter column conversation_id drop not null`.execute(db)
  // WhatsApp knows an upload for one number only; null: the conversation's
  await sql`alter table chat_files add column provider_phone_number_id text`.execute(db)
}
