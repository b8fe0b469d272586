import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { SkipReason } from '#contract/campaigns/parts.ts'
import type { App } from '#server/app.ts'
import { eachWithPeople, hasNoPerson } from '#server/features/messages/messages.ts'
import { t } from '#server/messages/t.ts'
import type { CsvCell } from '#server/platform/csv.ts'
import { notFound } from '#server/platform/errors.ts'
import { sendExport } from '#server/platform/http/send-export.ts'
import { streamRows } from '#server/platform/stream-rows.ts'

const columns = [
  'name',
  'phone',
  'status',
  'reason',
  'error_code',
  'error',
  'sent_at',
  'delivered_at',
  'read_at',
  'failed_at',
] as const

type Row = {
  id: number
  recipient_phone: string
  lead_name: string | null
  status: string
  reason: string | null
  error_code: number | null
  error_title: string | null
  error_details: string | null
} & Record<'sent_at' | 'delivered_at' | 'read_at' | 'failed_at', Date | null>

/**
 * Everybody of a campaign as CSV, from a cursor: a million people take no more memory than one.
 * @throws AppError `not_found`.
 */
export async function exportCampaign(
  app: App,
  businessId: number,
  id: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const campaign = await app.db
    .selectFrom('campaigns')
    .select('name')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!campaign) throw notFound('campaign')
  const everybody = sql`
    select m.id, l.name as lead_name, m.recipient_phone, m.status, m.reason, m.error_code,
      m.error_details, m.error_title, coalesce(m.sent_at, m.accepted_at) as sent_at,
      m.delivered_at, m.read_at, m.failed_at
    from dispatches d
    join messages m on m.business_id = d.business_id and m.id between d.first_id and d.last_id
      and m.campaign_id = d.campaign_id
    left join leads l on l.business_id = m.business_id and l.id = m.lead_id
    where d.business_id = ${businessId} and d.campaign_id = ${id} order by m.id`.compile(app.db)
  const name = campaign.name.replace(/[^\p{L}\p{N} _-]+/gu, ' ').trim() || `campaign-${id}`
  const rows = async function* () {
    const people = eachWithPeople(app, businessId, streamRows<Row>(app.pool, everybody))
    for await (const row of people) yield cells(row)
  }
  return await sendExport(request, reply, {
    media: app.media,
    log: app.log,
    owner: businessId,
    what: `campaign ${id}`,
    fileName: `${name}.csv`,
    source: () => ({ columns, rows: rows() }),
  })
}

/** In the order of the columns. Why somebody was left out is written in the reader's language. */
function cells(row: Row): CsvCell[] {
  const reason = SkipReason.safeParse(row.reason)
  return [
    row.lead_name,
    hasNoPerson(row.recipient_phone) ? null : row.recipient_phone,
    row.status,
    reason.success ? t(`campaigns.leftOut.${reason.data}`) : row.reason,
    row.error_code,
    row.error_details ?? row.error_title,
    row.sent_at,
    row.delivered_at,
    row.read_at,
    row.failed_at,
  ]
}
