import { type Kysely, sql } from 'kysely'

/**
 * What the sending engine knows beside its rows.
 *
 * - Since when delivery reports of a number are missing: while they are, silence about a message shows nothing.
 * - The 24 h limit keeps new people waiting, and nobody else: it is no pause of the number.
 * - Every tag that callback data of this install carried, so that a status finds its message after a key change.
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
