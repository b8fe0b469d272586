import { type Kysely, sql } from 'kysely'

/** An undo of many leads takes the newest first; one that is under way continues with what is left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update lead_bulk_changes set cursor_id = ${Number.MAX_SAFE_INTEGER} where status = 'undoing'`.execute(
    db,
  )
}
