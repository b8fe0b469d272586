import { type Kysely, sql } from 'kysely'

/** People who asked to be erased: who did it and when, and keyed hashes of their addresses, by which they stay opted out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table erasures (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      user_id bigint not null,
      status text not null check (status in ('running', 'done')),
      -- what is looked for, encrypted; gone when the erasure is done
      person_ciphertext bytea,
      person_key_id text,
      -- the last stored webhook that was looked through
      cursor_id bigint not null default 0,
      messages integer not null default 0,
      webhooks integer not null default 0,
      started_at timestamptz not null,
      progressed_at timestamptz not null,
      finished_at timestamptz,
      primary key (business_id, id),
      check (status = 'running' or person_ciphertext is null)
    )`.execute(db)
  await sql`create index erasures_running on erasures (progressed_at) where status = 'running'`.execute(db)
  await sql`
    create table erased_addresses (
      business_id bigint not null references businesses (id),
      -- HMAC-SHA256 of the address under a key of the install and the business
      hash bytea not null,
      at timestamptz not null,
      primary key (business_id, hash)
    )`.execute(db)
}
