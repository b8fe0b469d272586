import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { isSteady } from '#server/platform/sql/database-identity.ts'

/** Whether the database is the one that was last compared with what was sent. Until then no lane begins. */
export async function isDatabaseSteady(app: App): Promise<boolean> {
  const { rows } = await sql<{ steady: boolean }>`select ${isSteady} as steady`.execute(app.db)
  return rows[0]?.steady === true
}
