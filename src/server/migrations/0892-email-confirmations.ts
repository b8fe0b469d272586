import { type Kysely, sql } from 'kysely'

/** Links that prove that an address is read by the person of an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column email_confirmed_at timestamptz`.execute(db)
  // Accounts from before are not asked.
  await sql`update users set email_confirmed_at = now()`.execute(db)
  await sql`
    create table email_confirmations (
      business_id bigint not null,
      id bigint generated always as identity,
      user_id bigint not null,
      -- the account's own, or the one that is to replace it
      email text not null,
      -- SHA-256 of the token in the link
      token_hash bytea not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      primary key (business_id, id),
      foreign key (business_id, user_id) references users (business_id, id) on delete cascade
    )`.execute(db)
  await sql`create unique index email_confirmations_token on email_confirmations (token_hash)`.execute(db)
  await sql`create index email_confirmations_user on email_confirmations (business_id, user_id, created_at)`.execute(
    db,
  )
}
