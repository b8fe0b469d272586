import { type Kysely, sql } from 'kysely'

/**
 * Consent of deleted leads is found by number only. An index by lead held them all under one null, and the planner
 * read through all of them for each number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index consent_changes_lead`.execute(db)
  await sql`
    create index consent_changes_lead on consent_changes (business_id, lead_id, id)
      where lead_id is not null`.execute(db)
}
