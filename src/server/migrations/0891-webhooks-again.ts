import { type Kysely, sql } from 'kysely'

/** Finds the few webhooks that could not be applied. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index webhook_events_failed on webhook_events (received_at) where problem = 'not_applied'`.execute(
    db,
  )
}
