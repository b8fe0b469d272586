import { type Kysely, sql } from 'kysely'

/** A click on a tracked link begins a sequence, in the transaction that stores the click. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sequences drop constraint sequences_trigger_on_check`.execute(db)
  await sql`
    alter table sequences add constraint sequences_trigger_on_check
      check (trigger_on in ('form', 'tag', 'lead', 'hand', 'click'))`.execute(db)
  await sql`
    create function sequences_of_clicks() returns trigger language plpgsql as $body$ begin
      if not exists (select from sequences s where s.state = 'running' and s.trigger_on = 'click'
        and s.business_id in (select business_id from written)) then return null; end if;
      insert into sequence_people (business_id, sequence_id, version, lead_id, state, step, due_at, entered_at)
      select distinct s.business_id, s.id, s.version, l.id, 'active', -1, now(), now() from written w
      join messages m on m.business_id = w.business_id and m.id = w.message_id
      join leads l on l.business_id = m.business_id and l.id = m.lead_id
      join sequences s on s.business_id = w.business_id and s.state = 'running' and s.trigger_on = 'click'
        -- What it sent itself does not begin it again.
        and s.id is distinct from m.sequence_id
      where w.kind = 'person' and not w.from_provider and (s.again or not exists (select from sequence_people p
        where p.business_id = s.business_id and p.sequence_id = s.id and p.lead_id = l.id))
      on conflict (business_id, sequence_id, lead_id) where state = 'active' do nothing;
      return null;
    end $body$`.execute(db)
  await sql`create trigger sequences_of_clicks after insert on link_clicks referencing new table as written
    for each statement execute function sequences_of_clicks()`.execute(db)
}
