import { type Kysely, sql } from 'kysely'

/** Codes of an authenticator app at login, and codes for the day the phone is lost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table two_factors (
      business_id bigint not null,
      user_id bigint not null,
      secret_ciphertext bytea not null,
      secret_key_id text not null,
      -- null: started, and no code was given yet
      confirmed_at timestamptz,
      -- the 30 seconds of the last code that was accepted, as RFC 6238 counts them: a code works once
      last_step bigint not null default 0,
      primary key (business_id, user_id),
      foreign key (business_id, user_id) references users (business_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create table recovery_codes (
      business_id bigint not null,
      user_id bigint not null,
      -- SHA-256; 80 random bits need no slower one
      code_hash bytea not null,
      used_at timestamptz,
      primary key (business_id, user_id, code_hash),
      foreign key (business_id, user_id) references two_factors (business_id, user_id) on delete cascade
    )`.execute(db)
}
