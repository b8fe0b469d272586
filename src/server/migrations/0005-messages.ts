import { type Kysely, sql } from 'kysely'

/**
 * The outbox. No index names `status`, so that the five updates of a message stay in their page (HOT). States are
 * found by `due_at`, `trouble` and a campaign's range of ids, which ordinary messages never change.
 */
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
      -- where each of them goes: [{name, where, index}], in the same order
      slots jsonb not null default '[]',
      -- what is the same for everybody and is not in the components: {media: {id | link, filename}}
      fixed jsonb not null default '{}',
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
      recipient_phone text collate "C" not null,
      variables text[] not null default '{}',
      status text not null check (status in
        ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown', 'skipped', 'cancelled')),
      -- why it was skipped, failed or waits; a word of the code's
      reason text,
      -- how often it was claimed; the number of the claim travels with the request
      attempts smallint not null default 0,
      -- how often the same refusal was tried again
      retries smallint not null default 0,
      -- not before; on single sends, second tries, and unknowns that wait to be settled. Null in the first turn
      due_at timestamptz,
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
      -- set while the message is one that did not arrive, so that those are found among millions that did
      trouble text generated always as
        (case when status in ('failed', 'unknown', 'skipped', 'cancelled') then status end) stored,
      primary key (business_id, id),
      constraint messages_once unique (business_id, campaign_id, recipient_phone),
      foreign key (business_id, content_id) references message_contents (business_id, id)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`.execute(db)
  await sql`
    create index messages_due on messages (business_id, phone_number_id, campaign_id, due_at)
      where due_at is not null`.execute(db)
  await sql`create index messages_due_time on messages (due_at) where due_at is not null`.execute(db)
  await sql`
    create index messages_provider_id on messages (provider_message_id) where provider_message_id is not null`.execute(
    db,
  )
  await sql`create index messages_by_person on messages (business_id, recipient_phone, id desc)`.execute(db)
  await sql`
    create index messages_trouble on messages (business_id, trouble, id desc) where trouble is not null`.execute(
    db,
  )
  // A few kilobytes each: rows lie in the order in which they were planned and claimed.
  await sql`create index messages_created on messages using brin (created_at) with (pages_per_range = 32)`.execute(
    db,
  )
  await sql`create index messages_claimed on messages using brin (claimed_at) with (pages_per_range = 32)`.execute(
    db,
  )
  await sql`
    create table dispatches (
      business_id bigint not null references businesses (id),
      campaign_id bigint not null,
      phone_number_id text not null,
      content_id bigint not null,
      -- open: its messages may go; held: they wait, with the reason; closed: it was cancelled
      state text not null check (state in ('open', 'held', 'closed')),
      hold_code text,
      hold_sentence text,
      held_at timestamptz,
      -- all of its messages have ids in this range
      first_id bigint not null,
      last_id bigint not null,
      -- those up to here had their first turn
      cursor_id bigint not null,
      -- when it last had its turn, so that campaigns of one number take turns
      turn_at timestamptz not null default now(),
      -- nothing of it is queued or under way any more
      drained_at timestamptz,
      -- grows whenever its messages change; a tally with the same number still holds
      moves bigint not null default 0,
      tally jsonb,
      tally_moves bigint,
      opened_at timestamptz not null default now(),
      primary key (business_id, campaign_id),
      foreign key (business_id, content_id) references message_contents (business_id, id)
    ) with (fillfactor = 50)`.execute(db)
  await sql`
    create index dispatches_of_lane on dispatches (business_id, phone_number_id) where drained_at is null`.execute(
    db,
  )
  await sql`
    create table lanes (
      business_id bigint not null,
      phone_number_id text not null,
      -- grows with each owner; whoever holds an older number claims nothing any more
      fence bigint not null default 0,
      -- who empties it; null after an orderly end
      owner uuid,
      -- all of the number's messages wait until then; infinity: until a person acts
      paused_until timestamptz,
      -- a word of the code's: paced, provider_unreachable, daily_limit, stopped …, with a sentence
      pause_code text,
      pause_sentence text,
      -- since when
      paused_at timestamptz,
      -- last time a message of this number was accepted
      progressed_at timestamptz,
      -- people of the portfolio's 24 h limit set aside for this lane, until then
      reserved integer not null default 0,
      reserved_until timestamptz,
      primary key (business_id, phone_number_id)
    ) with (fillfactor = 50)`.execute(db)
  // A status webhook names the number, not the business.
  await sql`create index lanes_by_number on lanes (phone_number_id)`.execute(db)
  await sql`
    create table sending_settings (
      business_id bigint primary key references businesses (id),
      -- how long a message without an answer waits for a status that tells what became of it
      settling_seconds integer not null default 600 check (settling_seconds between 0 and 86400),
      -- how long one waits that was refused in a way that leaves open whether it was taken
      reconcile_seconds integer not null default 120 check (reconcile_seconds between 0 and 86400),
      -- what then happens to those without an answer
      unknown_action text not null default 'ask' check (unknown_action in ('ask', 'send_again', 'write_off'))
    )`.execute(db)
}
