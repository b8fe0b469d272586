import { type Kysely, sql } from 'kysely'

/** Secret values of headers that flows send: encrypted, and named by the definitions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bot_secrets (
      -- never changed: another value is another row
      business_id bigint not null references businesses (id),
      id uuid not null,
      -- the only one that it is sent to; empty: it has to be entered again
      host text not null,
      secret_ciphertext bytea not null,
      secret_key_id text not null,
      made_at timestamptz not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`
    alter table bot_flows
      -- false: its definitions may hold secret values of headers in plain text
      add column secrets_moved boolean not null default false`.execute(db)
}
