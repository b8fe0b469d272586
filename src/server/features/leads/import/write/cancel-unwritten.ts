import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { notify } from '#server/platform/notify.ts'
import { importsChannel } from './write-file.ts'

/** Of an import that has written nothing yet there is nothing to take back: the first commit finds it cancelled. */
export async function cancelUnwritten(app: App, businessId: number, id: number): Promise<boolean> {
  const cancelled = await app.db
    .updateTable('lead_imports')
    .set({
      status: 'cancelled',
      stored_as: null,
      finished_at: app.now(),
      progressed_at: sql`now()`,
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('rows_done', '=', 0)
    .returning('id')
    .executeTakeFirst()
  if (cancelled) await notify(app.db, importsChannel, `${businessId}:${id}`)
  return cancelled !== undefined
}
