import { type Kysely, sql } from 'kysely'

/** Deletions and edits whose webhook is applied before the message that they name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table early_message_changes (
      business_id bigint not null,
      conversation_id bigint not null,
      -- the message that is still to come
      wamid text not null,
      -- by us in the phone app, or by the person: each side changes its own messages alone
      from_us boolean not null,
      change text not null check (change in ('revoke', 'edit')),
      -- of an edit; null: it named none
      text text,
      at timestamptz not null,
      primary key (business_id, wamid, from_us),
      -- a version that does not know this table removes conversations too
      foreign key (business_id, conversation_id) references conversations (business_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create index early_message_changes_of on early_message_changes (business_id, conversation_id)`.execute(db)
  await sql`create index early_message_changes_old on early_message_changes (at)`.execute(db)
}
