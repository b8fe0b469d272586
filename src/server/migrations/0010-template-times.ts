import { type Kysely, sql } from 'kysely'

/**
 * Times that events of templates told were once multiplied by a thousand too many. A template with one stood as told of
 * in a later millennium, and nothing that came since was believed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['status_at', 'deleted_at', 'category_changed_at', 'next_category_at']) {
    await sql`
      update provider_templates set ${sql.ref(column)} = null
      where ${sql.ref(column)} >= timestamptz '3000-01-01'`.execute(db)
  }
}
