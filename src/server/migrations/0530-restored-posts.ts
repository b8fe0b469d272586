import { type Kysely, sql } from 'kysely'

/** A post that a person deleted on its own can be restored; one that went with its series is made by the series. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table social_publications
    -- who deleted it on its own
    add column deleted_by bigint`.execute(db)
}
