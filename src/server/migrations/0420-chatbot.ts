import { type Kysely, sql } from 'kysely'

/** The chatbot: rules, flows with their versions, and the session of each conversation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bot_settings (
      business_id bigint primary key references businesses (id),
      enabled boolean not null default true,
      -- what was written before is left to people
      active_since timestamptz not null,
      pause_minutes integer,
      session_hours integer not null default 24,
      ai_enabled boolean not null default false,
      ai_endpoint text not null default '',
      ai_model text not null default '',
      ai_key bytea,
      ai_key_id text,
      ai_knowledge text not null default '',
      ai_daily_limit integer not null default 500,
      ai_person_limit integer not null default 20
    )`.execute(db)
  await sql`
    create table bot_rules (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      position integer not null,
      name text not null,
      enabled boolean not null,
      phone_number_id text,
      match jsonb not null,
      action jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`
    create table bot_flows (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      name text not null,
      archived_at timestamptz,
      -- a draft is saved only over the one that was read
      revision integer not null default 1,
      draft jsonb not null,
      published_version integer,
      -- the revision that was published
      published_revision integer,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`
    create table bot_flow_versions (
      -- never changed: people stay in the version they started
      business_id bigint not null,
      flow_id bigint not null,
      version integer not null,
      definition jsonb not null,
      published_at timestamptz not null,
      published_by bigint,
      primary key (business_id, flow_id, version),
      foreign key (business_id, flow_id) references bot_flows (business_id, id)
    )`.execute(db)
  await sql`
    create table bot_sessions (
      -- one for each conversation; a new flow takes the place of the last one
      business_id bigint not null,
      conversation_id bigint not null,
      -- counts the flows that were started here
      run integer not null default 0,
      flow_id bigint,
      version integer,
      state jsonb not null,
      waits text,
      due timestamptz,
      expires_at timestamptz,
      -- a person has the conversation since then
      stopped_at timestamptz,
      stop_reason text,
      -- null with a stop: until the conversation is closed
      paused_until timestamptz,
      resumed_at timestamptz,
      updated_at timestamptz not null,
      primary key (business_id, conversation_id)
    )`.execute(db)
  await sql`create index bot_sessions_of_flow on bot_sessions (business_id, flow_id) where waits is not null`.execute(
    db,
  )
  await sql`
    create table bot_handled (
      -- inbound messages that the chatbot has taken: none is taken twice
      business_id bigint not null,
      inbound_id bigint not null,
      conversation_id bigint not null,
      primary key (business_id, inbound_id)
    )`.execute(db)
  await sql`create index bot_handled_of on bot_handled (business_id, conversation_id)`.execute(db)
  await sql`
    create table bot_events (
      -- figures are counted from these
      business_id bigint not null,
      id bigint generated always as identity,
      conversation_id bigint not null,
      flow_id bigint not null,
      version integer not null,
      -- null: the flow itself
      step text,
      kind text not null check (kind in ('entered', 'left', 'completed', 'handed_over')),
      answer text,
      at timestamptz not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`create index bot_events_of_flow on bot_events (business_id, flow_id, version, step, kind)`.execute(
    db,
  )
  await sql`create index bot_events_of on bot_events (business_id, conversation_id)`.execute(db)
  await sql`
    create table bot_ai_answers (
      business_id bigint not null,
      id bigint generated always as identity,
      conversation_id bigint not null,
      question text not null,
      answer text,
      outcome text not null check (outcome in ('answered', 'unknown', 'failed', 'limited')),
      model text not null,
      given text not null,
      tokens integer,
      ms integer not null,
      at timestamptz not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`create index bot_ai_answers_of on bot_ai_answers (business_id, conversation_id, at)`.execute(db)
  await sql`
    alter table conversation_sends
      -- null: the chatbot
      alter column user_id drop not null,
      add column bot_flow_id bigint,
      add column bot_step text`.execute(db)
  await sql`alter table conversation_events drop constraint conversation_events_kind_check`.execute(db)
  await sql`alter table conversation_events add check (kind in ('note', 'assigned', 'unassigned', 'closed',
    'reopened', 'snoozed', 'woken', 'bot_handed_over', 'bot_stopped'))`.execute(db)
}
