import { type Kysely, sql } from 'kysely'

/** Visits from ads and posts, what people did afterwards, and what they came from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ad_visits (
      business_id bigint not null references businesses (id),
      -- the message with which the person came
      inbound_id bigint not null,
      conversation_id bigint not null,
      -- E.164, or a business-scoped user id
      address text collate "C" not null,
      at timestamptz not null,
      -- ad or post, as the provider says
      source_type text not null,
      -- the provider's id of the ad or post
      source_id text not null,
      headline text,
      url text,
      -- the provider's id of the click
      click_id text,
      primary key (business_id, inbound_id)
    )`.execute(db)
  await sql`create index ad_visits_at on ad_visits (business_id, at)`.execute(db)
  await sql`create index ad_visits_person on ad_visits (business_id, address, at)`.execute(db)
  await sql`
    create function ad_visits_of(m inbound_messages) returns void language sql as $body$
      insert into ad_visits (business_id, inbound_id, conversation_id, address, at, source_type, source_id, headline, url,
        click_id)
      select m.business_id, m.id, m.conversation_id, c.address, m.at, left(m.referral ->> 'sourceType', 20),
        left(m.referral ->> 'sourceId', 100), left(m.referral ->> 'headline', 300), left(m.referral ->> 'sourceUrl', 2000),
        left(m.referral ->> 'clickId', 1000)
      from conversations c
      where c.business_id = m.business_id and c.id = m.conversation_id and m.referral ->> 'sourceId' is not null
        and m.referral ->> 'sourceType' is not null
      on conflict do nothing
    $body$`.execute(db)
  await sql`
    create function ad_visit_kept() returns trigger language plpgsql as $body$ begin
      perform ad_visits_of(new);
      return null;
    end $body$`.execute(db)
  await sql`
    create trigger ad_visit_kept after insert on inbound_messages for each row
      when (new.referral is not null and not new.echo) execute function ad_visit_kept()`.execute(db)
  await sql`select ad_visits_of(m) from inbound_messages m where referral is not null and not echo`.execute(
    db,
  )
  await sql`
    create table conversions (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      -- the caller's: the same again is the same conversion
      key text not null,
      -- purchase, booking …: the caller's word
      event text not null,
      -- in the smallest unit of the currency; below zero for a refund; null where there is no money in it
      amount bigint,
      currency text,
      -- of a refund: the key of what is paid back
      refund_of text,
      at timestamptz not null,
      -- E.164, or a business-scoped user id
      address text collate "C" not null,
      lead_id bigint,
      source text not null check (source in ('api', 'csv')),
      created_at timestamptz not null,
      -- the last touch before it within the window
      touch text check (touch in ('campaign', 'message', 'ad', 'form')),
      touched_at timestamptz,
      message_id bigint,
      campaign_id bigint,
      -- when the message left
      message_at timestamptz,
      ad_id text,
      form_id bigint,
      primary key (business_id, id),
      unique (business_id, key)
    )`.execute(db)
  await sql`create index conversions_at on conversions (business_id, at)`.execute(db)
  await sql`create index conversions_message on conversions (business_id, message_at) where message_at is not null`.execute(
    db,
  )
  await sql`create index conversions_person on conversions (business_id, address)`.execute(db)
  await sql`
    create table attribution_settings (
      business_id bigint primary key references businesses (id),
      window_days smallint not null check (window_days between 1 and 90),
      -- whether a message that was read and not clicked counts as a touch
      count_reads boolean not null
    )`.execute(db)
}
