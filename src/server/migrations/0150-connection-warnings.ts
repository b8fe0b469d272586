import { type Kysely, sql } from 'kysely'

/** Warnings of the provider about an account, and checks of the connection that were asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_warnings (
      business_id bigint not null,
      id bigint generated always as identity,
      waba_id text not null,
      kind text not null check (kind in ('disable_scheduled', 'violation', 'alert', 'pin_reset')),
      -- what it is about within the account: the type of the alert or violation, the digits of the number
      subject text not null default '',
      details jsonb not null,
      -- by the provider's clock: an older event that comes later changes nothing
      at timestamptz not null,
      -- when the provider took it back, and when the owner said that it is dealt with
      ended_at timestamptz,
      dismissed_at timestamptz,
      primary key (business_id, id),
      unique (business_id, waba_id, kind, subject),
      foreign key (business_id, waba_id) references whatsapp_accounts (business_id, waba_id)
    )`.execute(db)
  await sql`
    create table doctor_requests (
      business_id bigint primary key references businesses (id),
      -- a report that was begun before this is out of date
      wanted_at timestamptz not null
    )`.execute(db)
}
