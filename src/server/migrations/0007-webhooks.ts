import { type Kysely, sql } from 'kysely'

/** What providers posted to us, byte for byte, before anything is made of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_events (
      id bigint generated always as identity primary key,
      received_at timestamptz not null default now(),
      -- which of our webhook addresses it came to
      provider text not null default 'meta',
      body bytea not null,
      -- which form of the signature matched: raw, escaped
      signature_form text not null default 'raw',
      -- why it could not be applied, or what in it was not recognised
      error text,
      -- whose it is; null when it names several, or nothing that is connected here
      business_id bigint,
      -- what it was taken for: messages, message_template_status_update …
      fields text[] not null default '{}'
    )`.execute(db)
  await sql`create index webhook_events_business on webhook_events (business_id, id desc)`.execute(db)
  // What waits to be applied. Beside the events and not a mark on them: thousands come in a second, and writing each
  // body a second time to say "done" would cost more than storing it did.
  await sql`
    create table webhook_queue (
      id bigint primary key
    )`.execute(db)
}
