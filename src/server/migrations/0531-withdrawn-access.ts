import { type Kysely, sql } from 'kysely'

/** Who at the network gave an access, and what networks reported of people who took it back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table social_accounts
    -- the network's own id of the person whose login gave the token
    add column granted_by text,
    add column granted_at timestamptz`.execute(db)
  await sql`create index social_accounts_granted_by on social_accounts (granted_by)
    where granted_by is not null`.execute(db)
  await sql`
    create table social_withdrawals (
      -- of the signed request: the same twice is done once. A request belongs to a person at a network, to no business
      request_hash bytea primary key,
      kind text not null check (kind in ('deauthorize', 'delete_data')),
      platform text not null,
      -- what the person looks the request up with
      code text not null unique,
      -- accounts of whatever business that it was about
      accounts integer not null,
      issued_at timestamptz not null,
      done_at timestamptz not null
    )`.execute(db)
}
