import { type Kysely, sql } from 'kysely'

/** A sequence also begins by joining a segment, by a date of the person, by a purchase, or by one chosen link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sequences drop constraint sequences_trigger_on_check`.execute(db)
  await sql`
    alter table sequences
      add constraint sequences_trigger_on_check
        check (trigger_on in ('form', 'tag', 'lead', 'hand', 'click', 'handover', 'segment', 'date', 'conversion')),
      -- of a click: where the link leads; of a conversion: its event; null: any
      add column trigger_value text,
      add column trigger_segment_id bigint,
      -- people enter by what happens from here on: the start, the last resume, or another trigger
      add column enters_from timestamptz,
      -- when people are looked for again, for triggers that no write shows
      add column look_at timestamptz,
      -- of the segment's rules as the members are known; null: who is in it now does not enter
      add column members_of bytea`.execute(db)
  await sql`create index sequences_look on sequences (look_at) where state = 'running'`.execute(db)
  await sql`
    create table sequence_members (
      -- who was in the segment of a sequence at the last look; who is new enters
      business_id bigint not null,
      sequence_id bigint not null,
      lead_id bigint not null,
      primary key (business_id, sequence_id, lead_id),
      foreign key (business_id, sequence_id) references sequences (business_id, id) on delete cascade
    )`.execute(db)
  await sql`create index sequence_members_lead on sequence_members (business_id, lead_id)`.execute(db)
  await sql`
    alter table sequence_people
      -- the day that began it, of a sequence that begins by a date: a person has each once
      add column occasion date`.execute(db)
  await sql`create unique index sequence_people_occasion
    on sequence_people (business_id, sequence_id, lead_id, occasion) where occasion is not null`.execute(db)
  await triggers(db)
}

const wasIn = sql.raw(`exists (select from sequence_people p
  where p.business_id = s.business_id and p.sequence_id = s.id and p.lead_id = l.id)`)

async function triggers(db: Kysely<unknown>): Promise<void> {
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
      where w.kind = 'person' and not w.from_provider and (s.again or not ${wasIn})
      on conflict (business_id, sequence_id, lead_id) where state = 'active' do nothing;
      return null;
    end $body$`.execute(db)
  await sql`
    create function sequences_of_conversions() returns trigger language plpgsql as $body$ begin
      if not exists (select from sequences s where s.state = 'running' and s.trigger_on = 'conversion'
        and s.business_id in (select business_id from written)) then return null; end if;
      insert into sequence_people (business_id, sequence_id, version, lead_id, state, step, due_at, entered_at)
      -- Buying again may be the goal: what began it is not after it.
      select s.business_id, s.id, s.version, l.id, 'active', -1, now(), greatest(now(), max(w.at)) from written w
      join leads l on l.business_id = w.business_id and l.id = w.lead_id
      join sequences s on s.business_id = w.business_id and s.state = 'running' and s.trigger_on = 'conversion'
        and (s.trigger_value is null or lower(s.trigger_value) = lower(w.event))
      -- A file may hold the purchases of years.
      where w.refund_of is null and coalesce(w.amount, 0) >= 0 and w.at >= s.enters_from
        and (s.again or not ${wasIn})
      group by s.business_id, s.id, s.version, l.id
      on conflict (business_id, sequence_id, lead_id) where state = 'active' do nothing;
      return null;
    end $body$`.execute(db)
  await sql`create trigger sequences_of_conversions after insert on conversions referencing new table as written
    for each statement execute function sequences_of_conversions()`.execute(db)
}
