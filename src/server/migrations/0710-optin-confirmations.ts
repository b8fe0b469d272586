import { type Kysely, sql } from 'kysely'

/** Double opt-in, opt-in by a message, and withdrawals as proof. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table optin_forms
      -- name and language of the utility template that asks; null: the page alone is enough
      add column confirm jsonb,
      -- at the end of the text that a link or QR code prepares
      add column join_code text not null default upper(substr(md5(gen_random_uuid()::text), 1, 6)),
      -- a word that people send; folded; null: none
      add column keyword text,
      add constraint optin_forms_join_code_key unique (business_id, join_code),
      add constraint optin_forms_keyword_key unique (business_id, keyword)`.execute(db)
  await sql`
    alter table optin_proofs
      alter column form_id drop not null,
      alter column version drop not null,
      alter column language drop not null,
      alter column wording_sha256 drop not null,
      -- the message of the person, where one is the proof
      add column wamid text,
      drop constraint optin_proofs_way_check,
      -- button: of the question that we sent; message: a code or keyword that they wrote
      add constraint optin_proofs_way_check check (way in ('link', 'qr', 'button', 'message', 'withdrawal')),
      drop constraint optin_proofs_outcome_check,
      -- asked: the question was sent; unasked: it could not be sent; opted_out: an opt-in was withdrawn
      add constraint optin_proofs_outcome_check
        check (outcome in ('opted_in', 'waiting', 'asked', 'unasked', 'opted_out')),
      add constraint optin_proofs_form_check
        check ((outcome = 'opted_out') = (form_id is null) and (form_id is null) = (version is null))`.execute(
    db,
  )
  await sql`
    create table optin_confirmations (
      -- one for each question by which a person confirms
      business_id bigint not null,
      id bigint generated always as identity,
      form_id bigint not null,
      version int not null,
      language text not null,
      address text not null,
      name text not null,
      message_id bigint not null,
      -- the text of the button that confirms
      button text not null,
      state text not null check (state in ('asked', 'confirmed', 'declined', 'expired', 'withdrawn')),
      asked_at timestamptz not null,
      expires_at timestamptz not null,
      settled_at timestamptz,
      primary key (business_id, id),
      foreign key (business_id, form_id, version) references optin_form_versions (business_id, form_id, version)
    )`.execute(db)
  await sql`create unique index optin_confirmations_open on optin_confirmations (business_id, address)
    where state = 'asked'`.execute(db)
  await sql`create index optin_confirmations_message on optin_confirmations (business_id, message_id)`.execute(
    db,
  )
  await sql`
    create function optin_withdrawn() returns trigger language plpgsql as $body$ begin
      insert into optin_proofs (business_id, way, outcome, lead_id, address, answers, page_id, wamid, at)
      select c.business_id, 'withdrawal', 'opted_out', c.lead_id, c.phone,
        jsonb_strip_nulls(jsonb_build_object('source', c.source, 'details', c.details)), 'change ' || c.id,
        (select r.wamid from lead_replies r where r.business_id = c.business_id and c.source = 'reply'
          and r.at = c.at and (r.lead_id = c.lead_id or r.address = c.phone) limit 1), c.at
      from changed c
      where c.consent = 'opted_out' and exists (select from optin_proofs p where p.business_id = c.business_id
        and p.outcome = 'opted_in' and (p.lead_id = c.lead_id or p.address = c.phone))
      on conflict do nothing;
      return null;
    end $body$`.execute(db)
  await sql`create trigger optin_withdrawn after insert on consent_changes referencing new table as changed
    for each statement execute function optin_withdrawn()`.execute(db)
}
