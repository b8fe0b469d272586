import { type Kysely, sql } from 'kysely'

/** Figures of opt-ins and opt-outs count people: who agrees on two forms in a month is one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table analytics_leads
      -- of consent: the day on which these people did the same before; null: never, or of leads
      add column earlier_day date`.execute(db)
  // By number, which stays when the lead is deleted: what they said before is looked up for each change.
  await sql`drop index consent_changes_phone`.execute(db)
  await sql`create index consent_changes_phone on consent_changes (business_id, phone, id)`.execute(db)
  await markLater(db)
  await sql`
    insert into analytics_marks (business_id, kind, block)
    select business_id, kind, block from analytics_blocks where kind = 'consent'`.execute(db)
}

/** Where a change is taken back with its import, what the same people said later counts differently. */
async function markLater(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function analytics_consent_deleted() returns trigger language plpgsql as $body$ begin
      insert into analytics_marks (business_id, kind, block)
      select business_id, 'consent', id >> 13 from changed
      union
      select c.business_id, 'consent', c.id >> 13 from changed x
      join consent_changes c on c.business_id = x.business_id and c.phone = x.phone and c.id > x.id;
      return null;
    end $body$`.execute(db)
}
