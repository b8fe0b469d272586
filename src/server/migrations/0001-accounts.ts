import { type Kysely, sql } from 'kysely'

/** Businesses, their people, sessions, and what limits guessing of passwords. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table businesses (
      id bigint generated always as identity primary key,
      name text not null,
      -- ISO 3166-1 alpha-2; reads phones in national form
      country text not null,
      timezone text not null,
      -- a WhatsApp system-user token pasted in the account settings, encrypted
      provider_key_ciphertext bytea,
      provider_key_id text,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table users (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      name text not null,
      -- kept in lower case
      email text not null,
      password_hash text not null,
      created_at timestamptz not null default now(),
      primary key (business_id, id),
      constraint users_id_key unique (id),
      constraint users_email_key unique (email)
    )`.execute(db)
  await sql`
    create table sessions (
      -- the token's jti
      id uuid primary key,
      business_id bigint not null,
      user_id bigint not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      foreign key (business_id, user_id) references users (business_id, id) on delete cascade
    )`.execute(db)
  await sql`create index sessions_user on sessions (business_id, user_id)`.execute(db)
  await sql`create index sessions_expiry on sessions (expires_at)`.execute(db)
  await sql`
    create table login_failures (
      -- a hash of what was tried: an address, or an e-mail
      subject text not null,
      at timestamptz not null default now()
    )`.execute(db)
  await sql`create index login_failures_subject on login_failures (subject, at)`.execute(db)
}
