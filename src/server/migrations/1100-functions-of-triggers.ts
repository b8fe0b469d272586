import { type Kysely, sql } from 'kysely'

/** What triggers call, in the language in which a distributed database can plan it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function hook_wanted(wanted text) returns boolean language plpgsql stable as $body$ begin
      return exists (select from hook_endpoints where off_at is null and wanted = any (kinds));
    end $body$`.execute(db)
  await sql`drop function ad_visits_of(inbound_messages)`.execute(db)
  await sql`
    create or replace function ad_visit_kept() returns trigger language plpgsql as $body$ begin
      insert into ad_visits (business_id, inbound_id, conversation_id, address, at, source_type, source_id, headline, url,
        click_id)
      select new.business_id, new.id, new.conversation_id, c.address, new.at, left(new.referral ->> 'sourceType', 20),
        left(new.referral ->> 'sourceId', 100), left(new.referral ->> 'headline', 300),
        left(new.referral ->> 'sourceUrl', 2000), left(new.referral ->> 'clickId', 1000)
      from conversations c
      where c.business_id = new.business_id and c.id = new.conversation_id and new.referral ->> 'sourceId' is not null
        and new.referral ->> 'sourceType' is not null
      on conflict do nothing;
      return null;
    end $body$`.execute(db)
}
