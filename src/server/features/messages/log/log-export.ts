import type { LogFilter } from '#contract/messages.ts'
import type { TimeOrder } from '#contract/values.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import type { CsvCell } from '#server/platform/csv.ts'
import type { ExportRows } from '#server/platform/http/send-export.ts'
import { streamRows } from '#server/platform/stream-rows.ts'
import { eachWithPeople } from '../archive/with-people.ts'
import { hasNoPerson } from '../model/erase-recipient.ts'
import { type LogLine, lineOf, orderedLines } from './message-log.ts'

/** What a message has in an export: these columns, with what `logCells` gives. */
export const logColumns = () => [
  t('messages.export.time'),
  t('messages.export.recipient'),
  t('messages.export.name'),
  t('messages.export.campaign'),
  t('messages.export.template'),
  t('messages.export.message'),
  t('messages.export.status'),
  t('messages.export.reason'),
  t('messages.export.advice'),
  t('messages.export.code'),
  t('messages.export.text'),
  t('messages.export.sent'),
  t('messages.export.delivered'),
  t('messages.export.read'),
  t('messages.export.failed'),
]

/** The logs that a filter lets through as CSV, from a cursor: memory stays flat at any size. UTF-8 with a mark for Excel. */
export function exportLogs(
  app: App,
  businessId: number,
  { sort, ...filter }: LogFilter & { sort: TimeOrder },
): ExportRows {
  const compiled = orderedLines(app.db, businessId, filter, sort).compile()
  const rows = async function* () {
    const lines = streamRows<LogLine>(app.pool, compiled)
    for await (const row of eachWithPeople(app, businessId, lines)) yield logCells(row)
  }
  return { columns: logColumns(), rows: rows() }
}

export function logCells(row: LogLine): CsvCell[] {
  const line = lineOf(row)
  return [
    line.timestamp,
    hasNoPerson(line.recipient_phone) ? null : line.recipient_phone,
    line.lead_name,
    line.campaign_name,
    line.template_name,
    line.message_body,
    t('messages.status', { status: line.status }),
    line.explanation,
    line.advice,
    line.error_code,
    row.error_title,
    row.sent_at ?? row.accepted_at,
    row.delivered_at,
    row.read_at,
    row.failed_at,
  ]
}
