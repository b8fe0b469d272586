import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table campaigns (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      name text not null,
      status text not null check (status in ('Scheduled', 'Running', 'Paused', 'Completed', 'Failed', 'Cancelled')),
      -- why it is paused, failed or waits, one sentence; and the code behind it
      status_reason text,
      status_code text,
      template_id bigint not null,
      content_id bigint not null,
      phone_number_id text not null,
      -- who: {lead_ids} or {tags, search …}, less {exclude_lead_ids}
      audience jsonb not null,
      -- variable -> {field | attribute | text, fallback}
      mapping jsonb not null default '{}',
      custom_message text,
      -- the owner's word that people without consent gave permission: {text, user_id, at}
      consent_statement jsonb,
      scheduled_at timestamptz not null,
      timezone text not null,
      created_by bigint not null,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      paused_at timestamptz,
      -- failed messages are tried again then; which, by error code (null: all for which it can help)
      retry_at timestamptz,
      retry_codes integer[],
      -- the audience is in the outbox
      planned_at timestamptz,
      finished_at timestamptz,
      primary key (business_id, id),
      foreign key (business_id, content_id) references message_contents (business_id, id),
      foreign key (business_id, phone_number_id) references phone_numbers (business_id, phone_number_id),
      foreign key (business_id, template_id) references templates (business_id, id)
    )`.execute(db)
  await sql`create index campaigns_list on campaigns (business_id, scheduled_at desc, id desc)`.execute(db)
  await sql`create index campaigns_open on campaigns (business_id, status) where status in ('Scheduled', 'Running', 'Paused')`.execute(
    db,
  )
  await sql`
    create table campaign_events (
      business_id bigint not null,
      id bigint generated always as identity,
      campaign_id bigint not null,
      -- scheduled, started, waited, resumed, paused, completed, failed, cancelled …
      kind text not null,
      -- one sentence, as it is shown
      sentence text not null,
      user_id bigint,
      at timestamptz not null default now(),
      primary key (business_id, id),
      foreign key (business_id, campaign_id) references campaigns (business_id, id)
    )`.execute(db)
  await sql`create index campaign_events_campaign on campaign_events (business_id, campaign_id, id desc)`.execute(
    db,
  )
}
