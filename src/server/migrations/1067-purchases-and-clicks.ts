import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await purchasesOfLaterLeads(db)
  await clicksThatCount(db)
}

/** A purchase that was reported before its person was a lead belongs to the lead that comes later. */
async function purchasesOfLaterLeads(db: Kysely<unknown>): Promise<void> {
  // Two steps: the planner has no size for the set of leads, and would read all purchases.
  const take = (from: string) => `
    select array_agg(c.business_id), array_agg(c.id), array_agg(a.id) into businesses, ids, owners from ${from} a
    cross join lateral (values (a.phone collate "C"), (a.bsuid collate "C")) p (address)
    cross join lateral (
      select business_id, id, lead_id from conversions
      where business_id = a.business_id and address = p.address offset 0) c
    where c.lead_id is null
      or not exists (select from leads l where l.business_id = a.business_id and l.id = c.lead_id);
    if ids is null then return null; end if;
    update conversions c set lead_id = f.lead from unnest(businesses, ids, owners) f (business, id, lead)
    where c.business_id = f.business and c.id = f.id;
    return null;`
  const begin =
    'returns trigger language plpgsql as $body$ declare businesses bigint[]; ids bigint[]; owners bigint[]; begin'
  await sql.raw(`create function purchases_of_added() ${begin} ${take('added')} end $body$`).execute(db)
  await sql`create trigger purchases_of_added after insert on leads referencing new table as added
    for each statement execute function purchases_of_added()`.execute(db)
  await sql
    .raw(`create function purchases_of_changed() ${begin} ${take('(select new.*)')} end $body$`)
    .execute(db)
  await sql`create trigger purchases_of_changed after update of phone, bsuid on leads for each row
    when (new.phone is distinct from old.phone or new.bsuid is distinct from old.bsuid)
    execute function purchases_of_changed()`.execute(db)
  await sql`
    update conversions c set lead_id = l.id from leads l
    where l.business_id = c.business_id and c.address in (l.phone collate "C", l.bsuid collate "C")
      and (c.lead_id is null
        or not exists (select from leads x where x.business_id = c.business_id and x.id = c.lead_id))`.execute(
    db,
  )
}

/** The clicks that begin a sequence are those that count everywhere, as in `isCounted`. */
async function clicksThatCount(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function sequences_of_clicks() returns trigger language plpgsql as $body$ begin
      if not exists (select from sequences s where s.state = 'running' and s.trigger_on = 'click'
        and s.business_id in (select business_id from written)) then return null; end if;
      insert into sequence_people (business_id, sequence_id, version, lead_id, state, step, due_at, entered_at)
      select distinct s.business_id, s.id, s.version, l.id, 'active', -1, now(), now() from written w
      join messages m on m.business_id = w.business_id and m.id = w.message_id
      join leads l on l.business_id = m.business_id and l.id = m.lead_id
      join sequences s on s.business_id = w.business_id and s.state = 'running' and s.trigger_on = 'click'
        -- What it sent itself does not begin it again.
        and s.id is distinct from m.sequence_id
        and (s.trigger_value is null or s.trigger_value = (
          select c.fixed -> 'links' -> w.link::int ->> 'target' from message_contents c
          where c.business_id = m.business_id and c.id = m.content_id))
      where w.kind = 'person' and not (w.from_provider
          and w.clicked_at <= coalesce(m.delivered_at, m.read_at, 'infinity') + interval '2 seconds')
        and (s.again or not exists (select from sequence_people p
          where p.business_id = s.business_id and p.sequence_id = s.id and p.lead_id = l.id))
      on conflict (business_id, sequence_id, lead_id) where state = 'active' do nothing;
      return null;
    end $body$`.execute(db)
}
