import { type Kysely, sql } from 'kysely'

/**
 * Fewer index writes per message: one index for "once per campaign and person" and "messages of a person".
 * Content is checked once per dispatch, not per row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table messages
      drop constraint messages_business_id_content_id_fkey,
      drop constraint messages_once,
      add constraint messages_once unique (business_id, recipient_phone, campaign_id)`.execute(db)
  await sql`drop index messages_by_person`.execute(db)
}
