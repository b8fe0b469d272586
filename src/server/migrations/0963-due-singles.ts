import { type Kysely, sql } from 'kysely'

/** Single sends and steps in the order of their claim: many are due at one moment, and were all read for each claim. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index messages_due_single`.execute(db)
  await sql`create index messages_due_single on messages (business_id, phone_number_id, due_at, id)
    where due_at is not null and campaign_id is null and sequence_id is null`.execute(db)
  await sql`create index messages_due_step on messages (business_id, phone_number_id, due_at, id)
    where due_at is not null and campaign_id is null and sequence_id is not null`.execute(db)
}
