import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { steady } from '#server/platform/sql/database-identity.ts'

/** Whether the database is the one that was last compared with what was sent. Until then no lane begins. */
export async function isDatabaseSteady(app: App): Promise<boolean> {
  const { rows } = await sql<{ is_steady: boolean }>`with ${steady} select is_steady from steady`.execute(
    app.db,
  )
  return rows.length > 0
}
