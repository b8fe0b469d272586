import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Posts that were composed since then, one for each account, without those that were deleted before they went out. */
export async function countPosts(app: App, businessId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from social_publications
    where business_id = ${businessId} and created_at >= ${since} and deleted_at is null`.execute(app.db)
  return rows[0]?.count ?? 0
}
