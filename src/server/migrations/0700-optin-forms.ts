import { type Kysely, sql } from 'kysely'

/** Opt-in forms, their versions as they were shown, and the proof of each person's agreement. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table optin_forms (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      -- in the address of the public page
      code text not null,
      name text not null,
      -- whether the public page takes answers
      is_open boolean not null,
      -- given to the leads of the form; null: none
      tag text,
      version int not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (business_id, id),
      constraint optin_forms_code_key unique (code)
    )`.execute(db)
  await sql`
    create table optin_form_versions (
      -- rows are added and never changed
      business_id bigint not null,
      form_id bigint not null,
      version int not null,
      -- what the page asks, and its words in each language
      content jsonb not null,
      created_at timestamptz not null,
      primary key (business_id, form_id, version),
      foreign key (business_id, form_id) references optin_forms (business_id, id)
    )`.execute(db)
  await sql`
    create table optin_proofs (
      -- rows are added and never changed
      business_id bigint not null,
      id bigint generated always as identity,
      form_id bigint not null,
      version int not null,
      language text not null,
      -- how the person came to the page
      way text not null check (way in ('link', 'qr')),
      -- waiting: opted out before, which a form does not lift
      outcome text not null check (outcome in ('opted_in', 'waiting')),
      lead_id bigint,
      address text not null,
      -- of the words that were shown
      wording_sha256 bytea not null,
      answers jsonb not null,
      -- cut to /24 or /48
      network text,
      user_agent text,
      -- of the page as it was shown: the same post twice is one proof
      page_id text not null,
      at timestamptz not null,
      primary key (business_id, id),
      foreign key (business_id, form_id, version) references optin_form_versions (business_id, form_id, version),
      constraint optin_proofs_page_key unique (business_id, page_id, address)
    )`.execute(db)
  await sql`create index optin_proofs_form on optin_proofs (business_id, form_id, id desc)`.execute(db)
  await sql`create index optin_proofs_address on optin_proofs (business_id, address)`.execute(db)
  await sql`create index optin_proofs_lead on optin_proofs (business_id, lead_id)`.execute(db)
  await sql`
    create table optin_attempts (
      -- answers of the last hour, to slow floods
      business_id bigint not null references businesses (id),
      -- a keyed hash: of a form, a network or a phone
      subject text not null,
      hour timestamptz not null,
      count int not null,
      primary key (business_id, subject, hour)
    )`.execute(db)
  await sql`
    create function optin_rows_stay() returns trigger language plpgsql as $body$ begin
      if tg_op = 'DELETE' and current_setting('tidings.erasing', true) = 'on' then return old; end if;
      raise exception '% are never changed', tg_table_name;
    end $body$`.execute(db)
  for (const table of ['optin_form_versions', 'optin_proofs']) {
    await sql`create trigger rows_stay before update or delete on ${sql.table(table)}
      for each row execute function optin_rows_stay()`.execute(db)
  }
}
