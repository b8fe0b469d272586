import { type Kysely, sql } from 'kysely'

/** The leads as they were before a bulk change are its snapshots. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lead_bulk_befores rename to lead_bulk_snapshots`.execute(db)
}
