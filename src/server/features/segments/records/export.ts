import type { App } from '#server/app.ts'
import { exportLeadsWhere } from '#server/features/leads/leads.ts'
import type { ExportRows } from '#server/platform/http/send-export.ts'
import { inSegmentSql } from '../rules/people-sql.ts'
import { readingOf } from '../rules/reading.ts'
import { getSegment } from './records.ts'

/** The leads of a segment, with the columns of every export of leads. @throws AppError `not_found` */
export async function exportSegment(
  app: App,
  businessId: number,
  id: number,
): Promise<() => Promise<ExportRows>> {
  const { rules } = await getSegment(app, businessId, id)
  return async () => {
    const reading = await readingOf(app, businessId)
    return await exportLeadsWhere(app, businessId, inSegmentSql(rules, reading))
  }
}
