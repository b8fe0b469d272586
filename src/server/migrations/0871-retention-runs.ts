import { type Kysely, sql } from 'kysely'

/** What the nightly clean-up removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table retention_runs (
      kind text not null check (kind in ('webhooks', 'chat_files')),
      at timestamptz not null,
      removed bigint not null,
      bytes bigint not null,
      primary key (kind, at)
    )`.execute(db)
}
