import { type Kysely, sql } from 'kysely'

/** Keys with which programs call the API, and which key an act in the activity log was done with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_keys (
      business_id bigint not null references businesses (id),
      id uuid not null default gen_random_uuid(),
      -- who made it: it works while they are in the team
      user_id bigint not null,
      name text not null,
      -- its first characters, for recognition
      prefix text not null,
      -- SHA-256; 256 random bits need no slower one
      key_hash bytea not null,
      scopes text[] not null,
      created_at timestamptz not null,
      -- null: never
      expires_at timestamptz,
      last_used_at timestamptz,
      revoked_at timestamptz,
      -- the minute that is counted, and the calls in it
      window_started_at timestamptz not null,
      window_calls integer not null default 0,
      primary key (business_id, id),
      foreign key (business_id, user_id) references users (business_id, id)
    )`.execute(db)
  await sql`create unique index api_keys_hash on api_keys (key_hash)`.execute(db)
  await sql`alter table audit_events add column api_key_id uuid`.execute(db)
  await sql`alter table audit_events add foreign key (business_id, api_key_id)
    references api_keys (business_id, id)`.execute(db)
}
