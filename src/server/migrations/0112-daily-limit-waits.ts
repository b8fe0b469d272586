import { type Kysely, sql } from 'kysely'

/** A number at its 24 h limit waits in its own columns and still sends to people it wrote to before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update lanes set paused_until = null, pause_code = null, pause_sentence = null, paused_at = null,
      limited_until = paused_until, limited_at = coalesce(paused_at, now()), limit_sentence = pause_sentence
    where pause_code = 'daily_limit' and paused_until < 'infinity'`.execute(db)
}
