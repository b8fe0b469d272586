import { type Kysely, sql } from 'kysely'

/** Each list of the inbox, each of its filters, and what was sent to one person, in the order they are read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A search looks at the conversations of all states.
  await sql`create index conversations_last on conversations (business_id, last_at desc, id desc)`.execute(db)
  await sql`create index conversations_unassigned on conversations (business_id, last_at desc, id desc)
    where state = 'open' and assigned_to is null`.execute(db)
  await sql`drop index conversations_assigned`.execute(db)
  await sql`create index conversations_assigned on conversations (business_id, assigned_to, last_at desc, id desc)
    where state = 'open' and assigned_to is not null`.execute(db)
  await sql`drop index conversations_unread`.execute(db)
  await sql`create index conversations_unread on conversations (business_id, state, last_at desc, id desc)
    where last_inbound_id > read_inbound_id`.execute(db)
  await sql`create index conversations_closing on conversations (business_id, window_until) where state = 'open'`.execute(
    db,
  )
  await sql`create index conversations_number on conversations (business_id, phone_number_id, state, last_at desc, id desc)`.execute(
    db,
  )
  await sql`create index conversations_labels on conversations using gin (business_id, labels)`.execute(db)
  // What is unread of one person, not everything that came to the business since.
  await sql`create index inbound_messages_unread on inbound_messages (business_id, conversation_id, id)
    where not echo`.execute(db)
  await sql`create index conversation_sends_last on conversation_sends (business_id, at desc)`.execute(db)
  // Campaigns have none of these rows: their messages cost nothing more.
  await sql`create index messages_single on messages (business_id, recipient_phone, created_at desc, id desc)
    where campaign_id is null`.execute(db)
}
