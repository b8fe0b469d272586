import type { LogFilter } from '#contract/messages.ts'
import type { TimeOrder } from '#contract/values.ts'
import type { App } from '#server/app.ts'
import type { CsvCell } from '#server/platform/csv.ts'
import type { ExportRows } from '#server/platform/http/send-export.ts'
import { streamRows } from '#server/platform/stream-rows.ts'
import { type LogLine, lineOf, orderedLines } from './message-log.ts'

const columns = [
  'Time',
  'Recipient',
  'Name',
  'Campaign',
  'Template',
  'Message',
  'Status',
  'Why',
  'What to do',
  'WhatsApp code',
  'WhatsApp’s words',
  'Sent',
  'Delivered',
  'Read',
  'Failed',
]

/** The logs that a filter lets through as CSV, from a cursor: memory stays flat at any size. UTF-8 with a mark for Excel. */
export function exportLogs(
  app: App,
  businessId: number,
  { sort, ...filter }: LogFilter & { sort: TimeOrder },
): ExportRows {
  const compiled = orderedLines(app.db, businessId, filter, sort).compile()
  const rows = async function* () {
    for await (const row of streamRows<LogLine>(app.pool, compiled)) yield cells(row)
  }
  return { columns, rows: rows() }
}

function cells(row: LogLine): CsvCell[] {
  const line = lineOf(row)
  return [
    line.timestamp,
    line.recipient_phone,
    line.lead_name,
    line.campaign_name,
    line.template_name,
    line.message_body,
    capital(line.status),
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

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
