import { type Kysely, sql } from 'kysely'

/**
 * Which phones and user ids belong to one person. Only addresses that are known to belong together have rows: a lead
 * with a phone and nothing else is a person of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence person_ids as bigint`.execute(db)
  await sql`
    create table person_addresses (
      business_id bigint not null references businesses (id),
      -- E.164, a business-scoped user id, or a parent one
      address text not null,
      -- addresses with the same number are one person
      person_id bigint not null,
      -- the person has more than one phone: those are looked at when an audience is drawn
      several_phones boolean not null default false,
      -- the person gave this address up; null while it is theirs
      left_at timestamptz,
      -- somebody wrote from it after it was given up: it is another person's now
      returned_at timestamptz,
      linked_at timestamptz not null default now(),
      primary key (business_id, address)
    )`.execute(db)
  await sql`create index person_addresses_person on person_addresses (business_id, person_id)`.execute(db)
  await sql`
    create index person_addresses_several on person_addresses (business_id, person_id) where several_phones`.execute(
    db,
  )
  await sql`create index leads_hidden on leads (business_id, bsuid) where phone is null`.execute(db)
  await sql`
    alter table leads
      -- WhatsApp's username, without the @
      add column username text`.execute(db)
  // Text that is no user id was stored as one before the form was checked.
  await sql`
    update leads set bsuid = null
    where phone is not null and bsuid !~ '^[A-Z]{2}\\.(ENT\\.)?[A-Za-z0-9]{1,128}$'`.execute(db)
  await sql`
    with pairs as materialized (
      select business_id, phone, bsuid, nextval('person_ids') as person_id from leads
      where phone is not null and bsuid is not null
    )
    insert into person_addresses (business_id, address, person_id)
    select business_id, address, person_id from pairs, unnest(array[phone, bsuid]) as address`.execute(db)
  await sql`
    insert into suppressions (business_id, address, reason, details, at)
    select other.business_id, other.address, s.reason, s.details, s.at
    from suppressions s
    join person_addresses own on own.business_id = s.business_id and own.address = s.address
    join person_addresses other on other.business_id = own.business_id and other.person_id = own.person_id
    on conflict do nothing`.execute(db)
}
