import { type Kysely, sql } from 'kysely'

/**
 * Since when a number's delivery reports are missing, the 24 h limit apart from pauses (it holds back new
 * people only), and the callback tags of this install, to match statuses after a key change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lanes
      add column reports_missing_at timestamptz,
      add column limited_until timestamptz,
      add column limited_at timestamptz,
      add column limit_sentence text`.execute(db)
  await sql`
    create table callback_tags (
      tag text primary key,
      first_used_at timestamptz not null default now()
    )`.execute(db)
}
