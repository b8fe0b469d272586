import { type Kysely, sql } from 'kysely'

/** What a person needs to recognise their sessions, and links that set a new password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      -- the browser's own name, cut
      add column user_agent text,
      add column address text,
      -- to a quarter of an hour; null: not since it was opened
      add column seen_at timestamptz`.execute(db)
  await sql`
    create table password_resets (
      business_id bigint not null,
      id bigint generated always as identity,
      user_id bigint not null,
      -- SHA-256 of the token in the link
      token_hash bytea not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      primary key (business_id, id),
      foreign key (business_id, user_id) references users (business_id, id) on delete cascade
    )`.execute(db)
  await sql`create unique index password_resets_token on password_resets (token_hash)`.execute(db)
  await sql`create index password_resets_user on password_resets (business_id, user_id, created_at)`.execute(
    db,
  )
}
