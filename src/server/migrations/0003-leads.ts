import { type Kysely, sql } from 'kysely'

/** The people of a business, what they agreed to, and who must never be written to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Ships with PostgreSQL and is trusted: the owner of a database may create it.
  await sql`create extension if not exists btree_gin`.execute(db)
  await sql`
    create table leads (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      name text not null,
      -- E.164; null for a person who hides their number behind a username
      phone text,
      -- WhatsApp's business-scoped user id
      bsuid text,
      email text,
      -- the import that created it; what an undo removes
      import_id bigint,
      -- oldest first; the newest is the specification's "tag"
      tags text[] not null default '{}',
      source text not null default 'manual',
      -- licence line that must travel with the data (OpenStreetMap)
      attribution text,
      attributes jsonb not null default '{}',
      consent text not null default 'none' check (consent in ('opted_in', 'opted_out', 'none')),
      consent_at timestamptz,
      consent_source text,
      -- the provider said twice that this number cannot be reached
      unreachable_at timestamptz,
      last_inbound_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (business_id, id),
      constraint leads_phone_key unique (business_id, phone),
      check (phone is not null or bsuid is not null)
    ) with (fillfactor = 85)`.execute(db)
  await sql`create unique index leads_bsuid_key on leads (business_id, bsuid) where bsuid is not null`.execute(
    db,
  )
  await sql`create index leads_name on leads (business_id, lower(name), id)`.execute(db)
  // New entries wait in the index's pending list (64 MB instead of 4), so that an import writes them in bulk.
  await sql`
    create index leads_tags on leads using gin (business_id, tags)
      with (fastupdate = on, gin_pending_list_limit = 65536)`.execute(db)
  // Searching "name, phone or email" reads all of a business's rows: 0.3 to 0.6 s for a million. A trigram
  // index would be faster and would make an import of a million 50 s slower.
  await sql`
    create table lead_tags (
      business_id bigint not null references businesses (id),
      tag text not null,
      last_used_at timestamptz not null default now(),
      primary key (business_id, tag)
    )`.execute(db)
  await sql`
    create table consent_changes (
      business_id bigint not null,
      id bigint generated always as identity,
      -- null once the lead is deleted: the record of what a person said outlives the lead
      lead_id bigint,
      phone text,
      consent text not null check (consent in ('opted_in', 'opted_out', 'none')),
      -- how: import, manual, reply, whatsapp_preference, provider_error, scrape …
      source text not null,
      -- the words: what the person wrote, or what the owner stated
      details text,
      -- who, when a person of ours did it
      user_id bigint,
      import_id bigint,
      at timestamptz not null default now(),
      primary key (business_id, id)
    )`.execute(db)
  await sql`create index consent_changes_lead on consent_changes (business_id, lead_id, id)`.execute(db)
  await sql`create index consent_changes_phone on consent_changes (business_id, phone, id) where lead_id is null`.execute(
    db,
  )
  // What an opt-out was said to. It holds a number and not a lead, so that it outlives the lead's deletion.
  await sql`
    create table suppressions (
      business_id bigint not null references businesses (id),
      -- E.164, or a business-scoped user id
      address text not null,
      -- how it came: reply, manual, import, whatsapp_preference, provider_error …
      reason text not null,
      -- the person's own words, where there are some
      details text,
      at timestamptz not null default now(),
      primary key (business_id, address)
    )`.execute(db)
}
