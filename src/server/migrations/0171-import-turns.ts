import { type Kysely, sql } from 'kysely'

/** When an import's turn came: until then it waits for the imports of others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lead_imports add column begun_at timestamptz`.execute(db)
}
