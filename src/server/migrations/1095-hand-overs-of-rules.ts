import { type Kysely, sql } from 'kysely'

/** Hand-overs are counted from the timeline's events, which rules and guards write too (`indexes.ts`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index bot_events_handed_over`.execute(db)
}
