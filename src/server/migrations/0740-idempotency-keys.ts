import { type Kysely, sql } from 'kysely'

/** Calls with an `Idempotency-Key`, and their answers for 24 hours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotency_keys (
      business_id bigint not null references businesses (id),
      key text collate "C" not null,
      -- SHA-256 of the call and its body; null: an upload that is not at its end
      fingerprint bytea,
      claim_id uuid not null,
      claimed_at timestamptz not null,
      -- renewed while the call runs; over without a status: its outcome is not known
      held_until timestamptz not null,
      status smallint,
      -- encrypted: some answers hold a secret that is shown once
      answer_ciphertext bytea,
      answer_key_id text,
      primary key (business_id, key)
    )`.execute(db)
  await sql`create unique index idempotency_keys_claim on idempotency_keys (claim_id)`.execute(db)
  await sql`create index idempotency_keys_age on idempotency_keys using brin (claimed_at)`.execute(db)
}
