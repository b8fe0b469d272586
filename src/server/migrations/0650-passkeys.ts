import { type Kysely, sql } from 'kysely'

/** Passkeys (WebAuthn), and the challenges that they answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      business_id bigint not null,
      id bigint generated always as identity,
      user_id bigint not null,
      -- base64url, as the browser says it
      credential_id text not null,
      public_key bytea not null,
      -- of signatures, as the device counts them; many stay at 0
      sign_count bigint not null,
      transports text[] not null,
      -- the domain that it was made for: it works nowhere else
      rp_id text not null,
      name text not null,
      created_at timestamptz not null,
      used_at timestamptz,
      primary key (business_id, id),
      foreign key (business_id, user_id) references users (business_id, id) on delete cascade
    )`.execute(db)
  // Found at login by this alone.
  await sql`create unique index passkeys_credential on passkeys (credential_id)`.execute(db)
  await sql`create index passkeys_user on passkeys (business_id, user_id)`.execute(db)
  await sql`
    create table passkey_challenges (
      id uuid primary key,
      challenge text not null,
      -- null: of a login
      business_id bigint,
      user_id bigint,
      expires_at timestamptz not null,
      foreign key (business_id, user_id) references users (business_id, id) on delete cascade
    )`.execute(db)
  await sql`create index passkey_challenges_expiry on passkey_challenges (expires_at)`.execute(db)
}
