import { type Kysely, sql } from 'kysely'

/** The provider's id of a message is `wamid` in every table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages rename column provider_message_id to wamid`.execute(db)
  await sql`alter index messages_provider_id rename to messages_wamid`.execute(db)
}
