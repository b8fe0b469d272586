import { type Kysely, sql } from 'kysely'

/** Conversions that shop systems post, and events that are sent back to Meta for its ads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversion_sources (
      business_id bigint not null references businesses (id),
      -- part of its address
      id uuid not null unique,
      name text not null,
      secret_ciphertext bytea not null,
      secret_key_id text not null,
      user_id bigint not null,
      created_at timestamptz not null,
      -- the last call that was taken
      last_at timestamptz,
      -- the last that was refused, and why
      refused_at timestamptz,
      refused_code text check (refused_code in ('signature', 'time', 'content')),
      primary key (business_id, id),
      foreign key (business_id, user_id) references users (business_id, id)
    )`.execute(db)
  await sql`alter table conversions drop constraint conversions_source_check`.execute(db)
  await sql`
    alter table conversions add constraint conversions_source_check check (source in ('api', 'csv', 'webhook'))`.execute(
    db,
  )
  await sql`
    create table meta_event_settings (
      business_id bigint primary key references businesses (id),
      is_on boolean not null,
      dataset_id text not null,
      token_ciphertext bytea not null,
      token_key_id text not null,
      -- what happened before is not sent
      on_since timestamptz not null,
      -- Meta refuses every event until a person acts: token, permission, dataset
      stopped_at timestamptz,
      stop_code text check (stop_code in ('token', 'permission', 'dataset'))
    )`.execute(db)
  await sql`
    create table meta_events (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      -- Meta counts an event with the same id once
      event_id text not null,
      event text not null check (event in ('LeadSubmitted', 'Purchase')),
      -- the ad visit that it belongs to
      inbound_id bigint not null,
      waba_id text not null,
      amount bigint,
      currency text,
      at timestamptz not null,
      state text not null check (state in ('waiting', 'sending', 'sent', 'refused', 'expired')),
      attempts smallint not null default 0,
      due_at timestamptz not null,
      last_at timestamptz,
      error_code integer,
      -- Meta's own words
      error_title text,
      primary key (business_id, id),
      unique (business_id, event_id),
      foreign key (business_id, inbound_id) references ad_visits (business_id, inbound_id) on delete cascade
    )`.execute(db)
  await sql`create index meta_events_due on meta_events (due_at) where state in ('waiting', 'sending')`.execute(
    db,
  )
}
