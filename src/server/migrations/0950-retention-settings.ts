import { type Kysely, sql } from 'kysely'

/** How long things are kept, where the operator chose it on the screen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table retention_settings (
      kind text primary key check (kind in ('webhooks', 'chat_files', 'hook_deliveries')),
      -- 0: for ever
      days integer not null check (days >= 0),
      changed_at timestamptz not null
    )`.execute(db)
}
