import { type Kysely, sql } from 'kysely'

/**
 * Daily figures, counted from rows in blocks of 8,192 ids. Triggers mark the blocks that change, in the same
 * transaction; one job counts marked blocks again, as a whole.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table analytics_marks (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      -- what is counted again: a block of messages, leads or consent_changes
      kind text not null check (kind in ('messages', 'leads', 'consent')),
      block bigint not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`
    create table analytics_blocks (
      business_id bigint not null references businesses (id),
      kind text not null,
      block bigint not null,
      counted_at timestamptz not null,
      -- when its rows were last compared with a count
      checked_at timestamptz not null,
      primary key (business_id, kind, block)
    )`.execute(db)
  await sql`create index analytics_blocks_check on analytics_blocks (checked_at)`.execute(db)
  await sql`
    create table analytics_messages (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      block bigint not null,
      -- when the messages left, by the business's clock
      day date not null,
      hour smallint not null,
      -- null: single sends
      campaign_id bigint,
      template_name text not null,
      category text not null,
      -- ISO 3166; null where the address does not tell
      country text,
      phone_number_id text not null,
      -- when they left by the recipients' clock, Monday is 1
      their_weekday smallint not null,
      their_hour smallint not null,
      -- of failed ones: the provider's code, or a word of ours
      failure text,
      sent integer not null,
      delivered integer not null,
      read integer not null,
      clicked integer not null,
      replied integer not null,
      opted_out integer not null,
      failed integer not null,
      unknown integer not null,
      -- for which the provider charges
      charged integer not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`create index analytics_messages_day on analytics_messages (business_id, day)`.execute(db)
  await sql`create index analytics_messages_block on analytics_messages (business_id, block)`.execute(db)
  await sql`
    create table analytics_leads (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      block bigint not null,
      kind text not null check (kind in ('leads', 'consent')),
      day date not null,
      -- leads: where they came from; consent: opted_in or opted_out
      what text not null,
      count integer not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`create index analytics_leads_day on analytics_leads (business_id, day)`.execute(db)
  await sql`create index analytics_leads_block on analytics_leads (business_id, kind, block)`.execute(db)
  await sql`
    create table analytics_drifts (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      kind text not null,
      block bigint not null,
      found_at timestamptz not null,
      -- rows that were kept and not counted, or counted and not kept
      wrong_rows integer not null,
      primary key (business_id, id)
    )`.execute(db)
  await markChanges(db)
  await sql`
    insert into analytics_marks (business_id, kind, block)
    select distinct business_id, 'messages', id >> 13 from messages where status <> 'queued'
    union select distinct business_id, 'leads', id >> 13 from leads
    union select distinct business_id, 'consent', id >> 13 from consent_changes`.execute(db)
}

/** One trigger for each statement: a set of 2,000 statuses costs a row or two. */
async function markChanges(db: Kysely<unknown>): Promise<void> {
  const trigger = async (name: string, on: string, marked: string): Promise<void> => {
    await sql
      .raw(
        `create function ${name}() returns trigger language plpgsql as $body$ begin
          insert into analytics_marks (business_id, kind, block) ${marked};
          return null;
        end $body$`,
      )
      .execute(db)
    await sql.raw(`create trigger ${name} ${on} for each statement execute function ${name}()`).execute(db)
  }
  // What is being sent was queued before: it counted as nothing, and still does.
  await trigger(
    'analytics_messages_moved',
    'after update on messages referencing new table as changed',
    `select distinct business_id, 'messages', id >> 13 from changed where status <> 'sending'`,
  )
  await trigger(
    'analytics_clicks_added',
    'after insert on link_clicks referencing new table as changed',
    `select distinct business_id, 'messages', message_id >> 13 from changed where kind = 'person'`,
  )
  const answered = `select distinct m.business_id, 'messages', m.id >> 13 from changed r
    cross join lateral (
      select business_id, id from messages where business_id = r.business_id and recipient_phone = r.address collate "C"
        and campaign_id = r.campaign_id
      union all
      select x.business_id, x.id from leads l cross join lateral (values (l.phone), (l.bsuid)) p (address)
      join messages x on x.business_id = l.business_id and x.recipient_phone = p.address collate "C"
        and x.campaign_id = r.campaign_id
      where l.business_id = r.business_id and l.id = r.lead_id
    ) m where r.campaign_id is not null`
  for (const [name, on] of [
    ['added', 'after insert on lead_replies referencing new table as changed'],
    ['changed', 'after update on lead_replies referencing new table as changed'],
    ['deleted', 'after delete on lead_replies referencing old table as changed'],
  ] as const) {
    await trigger(`analytics_replies_${name}`, on, answered)
  }
  for (const [kind, table] of [
    ['leads', 'leads'],
    ['consent', 'consent_changes'],
  ] as const) {
    const blocks = `select distinct business_id, '${kind}', id >> 13 from changed`
    await trigger(
      `analytics_${kind}_added`,
      `after insert on ${table} referencing new table as changed`,
      blocks,
    )
    await trigger(
      `analytics_${kind}_deleted`,
      `after delete on ${table} referencing old table as changed`,
      blocks,
    )
  }
  await sql`
    create function analytics_zone_changed() returns trigger language plpgsql as $body$ begin
      insert into analytics_marks (business_id, kind, block)
      select business_id, kind, block from analytics_blocks where business_id = new.id;
      return null;
    end $body$`.execute(db)
  await sql`
    create trigger analytics_zone_changed after update of timezone on businesses for each row
      when (old.timezone <> new.timezone) execute function analytics_zone_changed()`.execute(db)
}
