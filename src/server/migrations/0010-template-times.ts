import { type Kysely, sql } from 'kysely'

/**
 * Times of template events were once multiplied by 1,000 too many, so that all later events were taken for
 * older ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['status_at', 'deleted_at', 'category_changed_at', 'next_category_at']) {
    await sql`
      update provider_templates set ${sql.ref(column)} = null
      where ${sql.ref(column)} >= timestamptz '3000-01-01'`.execute(db)
  }
}
