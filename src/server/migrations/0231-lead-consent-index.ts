import { type Kysely, sql } from 'kysely'

/** Who has a consent that few have: without it a list of them walks through all leads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index leads_consent on leads (business_id, consent, id)`.execute(db)
}
