import { type Kysely, sql } from 'kysely'

/** Pictures, recordings, videos and documents of conversations, theirs and ours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chat_files (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      conversation_id bigint not null,
      -- of a person's message; null: uploaded by the team
      inbound_id bigint,
      uploaded_by bigint,
      state text not null check (state in ('waiting', 'ready', 'failed')),
      -- why there is no file: a code
      reason text,
      -- WhatsApp's, of a person's file; of ours once it was uploaded there
      provider_media_id text,
      provider_media_until timestamptz,
      kind text not null check (kind in ('image', 'video', 'audio', 'document', 'sticker')),
      hash bytea,
      bytes bigint,
      -- as the content says
      mime text,
      file_name text,
      attempts integer not null default 0,
      created_at timestamptz not null,
      stored_at timestamptz,
      primary key (business_id, id),
      foreign key (business_id, conversation_id) references conversations (business_id, id)
    )`.execute(db)
  await sql`create unique index chat_files_inbound on chat_files (business_id, inbound_id)
    where inbound_id is not null`.execute(db)
  await sql`create index chat_files_of on chat_files (business_id, conversation_id)`.execute(db)
  await sql`create index chat_files_hash on chat_files (business_id, hash) where hash is not null`.execute(db)
  await sql`alter table conversation_sends add column file_id bigint`.execute(db)
}
