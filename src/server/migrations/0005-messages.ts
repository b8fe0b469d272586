import { type Kysely, sql } from 'kysely'

/** The outbox: one row for each person of a campaign and for each single send, and the lanes that empty it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table message_contents (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      -- what is sent, as it was when it was planned: later edits of the template do not reach it
      template_id bigint,
      provider_template_id text,
      template_name text not null,
      language text not null,
      -- the provider's: MARKETING, UTILITY, AUTHENTICATION
      category text not null,
      parameter_format text not null default 'POSITIONAL',
      components jsonb not null,
      -- the names of the values each message carries in "variables", in that order
      variable_names text[] not null default '{}',
      created_at timestamptz not null default now(),
      primary key (business_id, id)
    )`.execute(db)
  await sql`
    create table messages (
      business_id bigint not null,
      id bigint generated always as identity,
      -- null: a single send
      campaign_id bigint,
      lead_id bigint,
      content_id bigint not null,
      -- the sender, and so the lane
      phone_number_id text not null,
      -- E.164, or a business-scoped user id
      recipient_phone text not null,
      variables text[] not null default '{}',
      status text not null check (status in
        ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown', 'skipped', 'cancelled')),
      -- why it was skipped, failed or waits; a word of the code's
      reason text,
      -- how often it was claimed
      attempts smallint not null default 0,
      -- not claimed before (back-off, pair rate)
      not_before timestamptz,
      provider_message_id text,
      -- held_for_quality_assessment and the like
      provider_status text,
      error_code integer,
      error_title text,
      error_details text,
      price_category text,
      price_type text,
      created_at timestamptz not null default now(),
      claimed_at timestamptz,
      accepted_at timestamptz,
      sent_at timestamptz,
      delivered_at timestamptz,
      read_at timestamptz,
      failed_at timestamptz,
      unknown_at timestamptz,
      -- the raw events that moved it
      webhook_event_ids bigint[] not null default '{}',
      primary key (business_id, id),
      constraint messages_once unique (business_id, campaign_id, recipient_phone),
      foreign key (business_id, content_id) references message_contents (business_id, id)
    ) with (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.02)`.execute(db)
  await sql`
    create index messages_queue on messages (business_id, phone_number_id, campaign_id, id)
      where status = 'queued'`.execute(db)
  await sql`
    create index messages_in_flight on messages (business_id, phone_number_id, status, id)
      where status in ('sending', 'unknown')`.execute(db)
  await sql`
    create index messages_provider_id on messages (provider_message_id) where provider_message_id is not null`.execute(
    db,
  )
  await sql`create index messages_by_campaign on messages (business_id, campaign_id, status, id desc)`.execute(
    db,
  )
  await sql`create index messages_by_person on messages (business_id, recipient_phone, id desc)`.execute(db)
  await sql`
    create table lanes (
      business_id bigint not null,
      phone_number_id text not null,
      -- all of the number's messages wait until then
      paused_until timestamptz,
      -- shown to the owner: paced, provider_unreachable, token_rejected, …, with a sentence
      pause_reason text,
      pause_sentence text,
      -- since when
      paused_at timestamptz,
      -- last time a message of this number was accepted
      progressed_at timestamptz,
      primary key (business_id, phone_number_id)
    )`.execute(db)
}
