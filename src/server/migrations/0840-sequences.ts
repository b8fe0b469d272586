import { type Kysely, sql } from 'kysely'

/** Sequences, their versions, and the people in them. A message names the person's step that it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sequences (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      name text not null,
      state text not null check (state in ('draft', 'running', 'paused')),
      version int not null,
      phone_number_id text,
      -- of the current version, for the triggers on leads and proofs
      trigger_on text not null check (trigger_on in ('form', 'tag', 'lead', 'hand')),
      trigger_tag text,
      trigger_form_id bigint,
      again boolean not null,
      -- why due messages wait for the owner; a stored text
      wait_reason jsonb,
      waits_since timestamptz,
      started_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`create index sequences_running on sequences (business_id, trigger_on) where state = 'running'`.execute(
    db,
  )
  await sql`
    create table sequence_versions (
      -- rows are added and never changed
      business_id bigint not null,
      sequence_id bigint not null,
      version int not null,
      content jsonb not null,
      created_at timestamptz not null,
      primary key (business_id, sequence_id, version),
      foreign key (business_id, sequence_id) references sequences (business_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create table sequence_contents (
      -- what a step sends; a changed template begins another row
      business_id bigint not null,
      sequence_id bigint not null,
      version int not null,
      step smallint not null,
      source_sha256 bytea not null,
      content_id bigint not null,
      primary key (business_id, sequence_id, version, step, source_sha256),
      foreign key (business_id, sequence_id, version)
        references sequence_versions (business_id, sequence_id, version) on delete cascade
    )`.execute(db)
  await sql`
    create table sequence_people (
      business_id bigint not null,
      id bigint generated always as identity,
      sequence_id bigint not null,
      -- with which the person began, and stays
      version int not null,
      -- null once the person was erased
      lead_id bigint,
      state text not null check (state in ('active', 'finished', 'goal', 'stopped')),
      reason text,
      -- from 0: where the person is, or left; -1: at the entry
      step smallint not null,
      due_at timestamptz,
      entered_at timestamptz not null,
      ended_at timestamptz,
      primary key (business_id, id),
      foreign key (business_id, sequence_id, version)
        references sequence_versions (business_id, sequence_id, version) on delete cascade,
      check ((state = 'active') = (due_at is not null) and (state = 'active') = (ended_at is null)
        and (state = 'stopped') = (reason is not null))
    ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05)`.execute(db)
  await sql`create unique index sequence_people_once on sequence_people (business_id, sequence_id, lead_id)
    where state = 'active'`.execute(db)
  await sql`create index sequence_people_lead on sequence_people (business_id, lead_id, sequence_id)`.execute(
    db,
  )
  await sql`create index sequence_people_due on sequence_people (business_id, sequence_id, version, step, due_at)
    where state = 'active'`.execute(db)
  await sql`create index sequence_people_newest on sequence_people (business_id, sequence_id, id desc)`.execute(
    db,
  )
  await sql`
    alter table messages
      add column sequence_id bigint,
      add column sequence_person_id bigint,
      add column sequence_step smallint`.execute(db)
  // A step is sent once to a person, whatever is killed.
  await sql`create unique index messages_sequence_step
    on messages (business_id, sequence_id, sequence_person_id, sequence_step) where sequence_id is not null`.execute(
    db,
  )
  // People at a screen wait for these; those of sequences come after them.
  await sql`create index messages_due_single on messages (business_id, phone_number_id, due_at)
    where due_at is not null and campaign_id is null and sequence_id is null`.execute(db)
  await triggers(db)
}

const begin = sql`insert into sequence_people (business_id, sequence_id, version, lead_id, state, step, due_at, entered_at)`
const wasIn = (lead: string) =>
  sql.raw(`exists (select from sequence_people p
  where p.business_id = s.business_id and p.sequence_id = s.id and p.lead_id = ${lead})`)

/** People enter in the transaction that changes them, so that no event is lost or taken twice. */
async function triggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function sequences_of_new() returns trigger language plpgsql as $body$ begin
      if not exists (select from sequences s where s.state = 'running' and s.trigger_on in ('lead', 'tag')
        and s.business_id in (select business_id from written)) then return null; end if;
      ${begin}
      select s.business_id, s.id, s.version, w.id, 'active', -1, now(), now() from written w
      join sequences s on s.business_id = w.business_id and s.state = 'running'
        and (s.trigger_on = 'lead' or s.trigger_on = 'tag' and w.tags @> array[s.trigger_tag])
      where not ${wasIn('w.id')}
      on conflict (business_id, sequence_id, lead_id) where state = 'active' do nothing;
      return null;
    end $body$`.execute(db)
  await sql`create trigger sequences_of_new after insert on leads referencing new table as written
    for each statement execute function sequences_of_new()`.execute(db)
  await sql`
    create function sequences_of_tagged() returns trigger language plpgsql as $body$ begin
      ${begin}
      select s.business_id, s.id, s.version, new.id, 'active', -1, now(), now() from sequences s
      where s.business_id = new.business_id and s.state = 'running' and s.trigger_on = 'tag'
        and new.tags @> array[s.trigger_tag] and not old.tags @> array[s.trigger_tag]
        and (s.again or not ${wasIn('new.id')})
      on conflict (business_id, sequence_id, lead_id) where state = 'active' do nothing;
      return null;
    end $body$`.execute(db)
  await sql`create trigger sequences_of_tagged after update of tags on leads for each row
    when (new.tags is distinct from old.tags) execute function sequences_of_tagged()`.execute(db)
  await sql`
    create function sequences_of_proofs() returns trigger language plpgsql as $body$ begin
      ${begin}
      select distinct s.business_id, s.id, s.version, w.lead_id, 'active', -1, now(), now() from written w
      join sequences s on s.business_id = w.business_id and s.state = 'running' and s.trigger_on = 'form'
        and (s.trigger_form_id is null or s.trigger_form_id = w.form_id)
      where w.outcome = 'opted_in' and w.lead_id is not null and (s.again or not ${wasIn('w.lead_id')})
      on conflict (business_id, sequence_id, lead_id) where state = 'active' do nothing;
      return null;
    end $body$`.execute(db)
  await sql`create trigger sequences_of_proofs after insert on optin_proofs referencing new table as written
    for each statement execute function sequences_of_proofs()`.execute(db)
}
