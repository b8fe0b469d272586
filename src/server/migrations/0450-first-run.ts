import { type Kysely, sql } from 'kysely'

/** The first days of a business: what it did with the test phone, and that it put the list of steps away. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A test account that the provider made.
  await sql`alter table whatsapp_accounts add column test boolean not null default false`.execute(db)
  await sql`
    create table first_runs (
      business_id bigint primary key references businesses (id),
      dismissed_at timestamptz not null
    )`.execute(db)
  await sql`
    create table test_phones (
      business_id bigint not null,
      phone_number_id text not null,
      -- E.164: the customer's side
      address text not null,
      -- the first message to it, sent once
      greeting_id bigint not null,
      primary key (business_id, phone_number_id),
      foreign key (business_id, phone_number_id) references phone_numbers (business_id, phone_number_id)
    )`.execute(db)
}
