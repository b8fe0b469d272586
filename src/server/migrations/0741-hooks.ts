import { type Kysely, sql } from 'kysely'

/** Outgoing webhooks: addresses of a business, the outbox of events, and the calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table hook_endpoints (
      business_id bigint not null references businesses (id),
      id uuid not null default gen_random_uuid(),
      name text not null,
      url text not null,
      kinds text[] not null,
      -- the most events in one call
      batch smallint not null,
      secret_ciphertext bytea not null,
      secret_key_id text not null,
      -- the one before: calls are signed with both until then
      old_secret_ciphertext bytea,
      old_secret_key_id text,
      old_secret_until timestamptz,
      -- who added it, and the key it was added with and ends with
      user_id bigint not null,
      api_key_id uuid,
      created_at timestamptz not null,
      -- null: it is on
      off_at timestamptz,
      off_reason text check (off_reason in ('owner', 'failing', 'gone')),
      -- since when every call fails
      failing_since timestamptz,
      primary key (business_id, id),
      foreign key (business_id, user_id) references users (business_id, id),
      foreign key (business_id, api_key_id) references api_keys (business_id, id)
    )`.execute(db)
  await sql`create index hook_endpoints_on on hook_endpoints (business_id) where off_at is null`.execute(db)
  await sql`
    create table hook_events (
      -- written in the transaction of what happened, for addresses that are on; deleted when it is in a delivery
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      kind text not null,
      -- the id of what it is about; the rest is read when it is sent
      subject text not null,
      at timestamptz not null,
      -- what the row itself does not say later on: the status it had
      data jsonb,
      primary key (business_id, id)
    )`.execute(db)
  await sql`create index hook_events_order on hook_events (id)`.execute(db)
  await sql`
    create table hook_deliveries (
      business_id bigint not null,
      id bigint generated always as identity,
      endpoint_id uuid not null,
      -- sent as webhook-id
      webhook_id uuid not null default gen_random_uuid(),
      kind text not null,
      -- [{id, subject, at, data}]: no personal data
      items jsonb not null,
      state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
      attempts smallint not null default 0,
      -- tries since it was last asked for: a replay begins again
      tries smallint not null default 0,
      created_at timestamptz not null,
      next_at timestamptz,
      -- while a process makes the call
      claimed_until timestamptz,
      last_at timestamptz,
      status smallint,
      fault text,
      duration_ms integer,
      primary key (business_id, id),
      foreign key (business_id, endpoint_id) references hook_endpoints (business_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create index hook_deliveries_due on hook_deliveries (endpoint_id, next_at) where state = 'waiting'`.execute(
    db,
  )
  await sql`create index hook_deliveries_log on hook_deliveries (business_id, endpoint_id, id desc)`.execute(
    db,
  )
  await sql`
    create index hook_deliveries_failed on hook_deliveries (business_id, endpoint_id, id desc) where state = 'failed'`.execute(
    db,
  )
  await writeEvents(db)
}

/** Triggers for each statement: a batch of 500 statuses costs one insert, and nothing where no address is on. */
async function writeEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function hook_wanted(wanted text) returns boolean language sql stable as $body$
      select exists (select from hook_endpoints where off_at is null and wanted = any (kinds))
    $body$`.execute(db)
  const trigger = async (name: string, on: string, kinds: string, insert: string): Promise<void> => {
    await sql
      .raw(
        `create function ${name}() returns trigger language plpgsql as $body$ begin
          if not (${kinds}) then return null; end if;
          insert into hook_events (business_id, kind, subject, at, data) ${insert};
          if found then perform pg_notify('hook_events', ''); end if;
          return null;
        end $body$`,
      )
      .execute(db)
    await sql.raw(`create trigger ${name} ${on} for each statement execute function ${name}()`).execute(db)
  }
  const listening = (kind: string) =>
    `exists (select from hook_endpoints p where p.business_id = n.business_id and p.off_at is null
       and ${kind} = any (p.kinds))`
  await trigger(
    'hook_message_status',
    'after update on messages referencing old table as before new table as after',
    `hook_wanted('message.status')`,
    `select n.business_id, 'message.status', n.id,
       coalesce(case n.status when 'sent' then coalesce(n.sent_at, n.accepted_at) when 'delivered' then n.delivered_at
         when 'read' then n.read_at when 'failed' then n.failed_at else n.unknown_at end, now()),
       jsonb_build_object('status', n.status)
     from after n join before o on o.business_id = n.business_id and o.id = n.id
     where n.status <> o.status and n.status in ('sent', 'delivered', 'read', 'failed', 'unknown')
       and ${listening(`'message.status'`)} order by n.id`,
  )
  await trigger(
    'hook_message_received',
    'after insert on inbound_messages referencing new table as after',
    `hook_wanted('message.received')`,
    `select n.business_id, 'message.received', n.id, n.at, null from after n
     where not n.echo and ${listening(`'message.received'`)} order by n.id`,
  )
  // A change that is undone writes leads again that are older.
  await trigger(
    'hook_lead_created',
    'after insert on leads referencing new table as after',
    `hook_wanted('lead.created')`,
    `select n.business_id, 'lead.created', n.id, n.created_at, null from after n
     where n.created_at > now() - interval '1 hour' and ${listening(`'lead.created'`)} order by n.id`,
  )
  await trigger(
    'hook_lead_consent',
    'after insert on consent_changes referencing new table as after',
    `hook_wanted('lead.opted_in') or hook_wanted('lead.opted_out')`,
    `select n.business_id, 'lead.' || n.consent, n.id, n.at, null from after n
     where n.consent in ('opted_in', 'opted_out') and ${listening(`'lead.' || n.consent`)} order by n.id`,
  )
  await trigger(
    'hook_campaign_finished',
    'after update on campaigns referencing old table as before new table as after',
    `hook_wanted('campaign.finished')`,
    `select n.business_id, 'campaign.finished', n.id, coalesce(n.finished_at, now()),
       jsonb_build_object('status', n.status)
     from after n join before o on o.business_id = n.business_id and o.id = n.id
     where n.status <> o.status and n.status in ('Completed', 'Failed', 'Cancelled')
       and ${listening(`'campaign.finished'`)} order by n.id`,
  )
  await trigger(
    'hook_template_status',
    'after update on provider_templates referencing old table as before new table as after',
    `hook_wanted('template.status')`,
    `select n.business_id, 'template.status', n.id, coalesce(n.status_at, now()),
       jsonb_build_object('status', n.status)
     from after n join before o on o.business_id = n.business_id and o.id = n.id
     where n.status <> o.status and ${listening(`'template.status'`)} order by n.id`,
  )
}
