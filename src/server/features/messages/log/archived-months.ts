import { type RawBuilder, sql } from 'kysely'
import type { ArchivedMonth } from '#contract/messages.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { notFound } from '#server/platform/errors.ts'
import type { ExportRows } from '#server/platform/http/send-export.ts'
import { unpackPeople } from '../archive/packed-people.ts'
import { withPeople } from '../archive/with-people.ts'
import { archivedRecipient } from '../model/erase-recipient.ts'
import { logCells, logColumns } from './log-export.ts'
import { logLines } from './message-log.ts'

/** The months of the archive, the newest first. */
export async function listArchive(app: App, businessId: number): Promise<ArchivedMonth[]> {
  const { rows } = await sql<ArchivedMonth>`
    select to_char(month, 'YYYY-MM') as month, sum(messages)::int as messages
    from message_archives where business_id = ${businessId} group by message_archives.month
    order by message_archives.month desc`.execute(app.db)
  return rows
}

/** Whether a campaign's messages are in the archive: they go there together, but for those of people who were erased. */
export async function isArchived(app: App, businessId: number, campaignId: number): Promise<boolean> {
  const isArchivedOne = (which: RawBuilder<unknown>) => sql`exists (
    select from messages m where m.business_id = d.business_id and ${onNodeOf(businessId, 'm.business_id')}
      and m.campaign_id = d.campaign_id and ${which}
      and m.recipient_phone like ${sql.lit(`${archivedRecipient}%`)})`
  // The first and the last are seldom erased; whether all are looked at, a piece tells that may have some of them.
  const { rows } = await sql<{ archived: boolean }>`
    select ${isArchivedOne(sql`m.id in (d.first_id, d.last_id)`)} or (
      exists (select 1 from message_archives a where a.business_id = d.business_id
        and ${onNodeOf(businessId, 'a.business_id')} and a.first_id <= d.last_id and a.last_id >= d.first_id)
      and ${isArchivedOne(sql`m.id between d.first_id and d.last_id`)}) as archived
    from dispatches d where d.business_id = ${businessId} and d.campaign_id = ${campaignId}`.execute(app.db)
  return rows[0]?.archived ?? false
}

/**
 * A month of the archive with the columns of the logs, piece by piece: memory stays flat at any size.
 * @throws AppError `not_found` where nothing of that month is in the archive.
 */
export async function exportArchive(app: App, businessId: number, month: string): Promise<ExportRows> {
  const firsts = await app.db
    .selectFrom('message_archives')
    .select('first_id')
    .where('business_id', '=', businessId)
    .where(sql<boolean>`month = ${`${month}-01`}::date`)
    .orderBy('first_id')
    .execute()
  if (firsts.length === 0) throw notFound('archivedMonth')
  const rows = async function* () {
    for (const { first_id } of firsts) yield* await linesOf(app, businessId, first_id)
  }
  return { columns: logColumns(), rows: rows() }
}

async function linesOf(app: App, businessId: number, firstId: number) {
  const piece = await app.db
    .selectFrom('message_archives')
    .select('packed')
    .where('business_id', '=', businessId)
    .where('first_id', '=', firstId)
    .executeTakeFirst()
  // Its people may have been erased since the export began.
  if (!piece) return []
  const ids = (await unpackPeople(piece.packed)).map(({ id }) => id)
  const rows = await logLines(app.db.selectFrom('messages as m').where('m.business_id', '=', businessId))
    .where(sql<boolean>`m.id = any(${ids}::bigint[])`)
    .orderBy('m.id')
    .execute()
  return (await withPeople(app, businessId, rows)).map(logCells)
}

/** The file's name, in the reader's language. */
export const archiveFileName = (month: string): string => t('messages.archive.fileName', { month })
