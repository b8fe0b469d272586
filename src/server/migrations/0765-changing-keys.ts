import { type Kysely, sql } from 'kysely'

/** What a change of keys needs: every encrypted column by one name, and which key a login was signed with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bot_settings rename column ai_key to ai_key_ciphertext`.execute(db)
  // null: signed before the ids of signing keys were kept
  await sql`alter table sessions add column signing_key_id text`.execute(db)
  await sql`
    create table install_secrets (
      -- secrets of the install itself, such as the key of hashes that are stored for good
      name text primary key,
      secret_ciphertext bytea not null,
      secret_key_id text not null,
      created_at timestamptz not null default now()
    )`.execute(db)
}
