import { type Kysely, sql } from 'kysely'

/** The team closes a conversation that the chatbot handed over: that begins a sequence, in the same transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sequences drop constraint sequences_trigger_on_check`.execute(db)
  await sql`
    alter table sequences add constraint sequences_trigger_on_check
      check (trigger_on in ('form', 'tag', 'lead', 'hand', 'click', 'handover'))`.execute(db)
  await sql`
    create function sequences_of_closed() returns trigger language plpgsql as $body$ begin
      if not exists (select from sequences s where s.state = 'running' and s.trigger_on = 'handover'
        and s.business_id in (select business_id from written where kind = 'closed')) then return null; end if;
      insert into sequence_people (business_id, sequence_id, version, lead_id, state, step, due_at, entered_at)
      select distinct s.business_id, s.id, s.version, l.id, 'active', -1, now(), now() from written w
      join conversations c on c.business_id = w.business_id and c.id = w.conversation_id
      join leads l on l.business_id = c.business_id and l.id = c.lead_id
      join sequences s on s.business_id = w.business_id and s.state = 'running' and s.trigger_on = 'handover'
      where w.kind = 'closed'
        -- It was handed over since it was closed the last time.
        and exists (select from conversation_events h
          where h.business_id = w.business_id and h.conversation_id = w.conversation_id and h.kind = 'bot_handed_over'
            and h.id < w.id and not exists (select from conversation_events b
              where b.business_id = h.business_id and b.conversation_id = h.conversation_id and b.kind = 'closed'
                and b.id > h.id and b.id < w.id))
        and (s.again or not exists (select from sequence_people p
          where p.business_id = s.business_id and p.sequence_id = s.id and p.lead_id = l.id))
      on conflict (business_id, sequence_id, lead_id) where state = 'active' do nothing;
      return null;
    end $body$`.execute(db)
  await sql`create trigger sequences_of_closed after insert on conversation_events referencing new table as written
    for each statement execute function sequences_of_closed()`.execute(db)
}
