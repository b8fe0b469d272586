import { sql } from 'kysely'
import type { CampaignStatus, CampaignSummary } from '#contract/campaigns.ts'
import type { PageQuery } from '#contract/values.ts'
import type { App } from '#server/app.ts'
import { campaignOutcomes } from '#server/features/messages/messages.ts'
import { countRows, type RowCount } from '#server/platform/count-rows.ts'
import { AppError } from '#server/platform/errors.ts'

type Filter = PageQuery & { status?: CampaignStatus[] | undefined }

/** A page of campaigns, the latest date first. */
export async function listCampaigns(
  app: App,
  businessId: number,
  { limit, cursor, search, status }: Filter,
): Promise<{ campaigns: CampaignSummary[]; next_cursor: string | null; found: RowCount | null }> {
  let matching = summaryRows(app, businessId)
  if (search) matching = matching.where('c.name', 'ilike', `%${search.replace(/[\\%_]/g, '\\$&')}%`)
  if (status?.length) matching = matching.where('c.status', 'in', status)
  let rows = matching.orderBy('c.scheduled_at', 'desc').orderBy('c.id', 'desc')
  if (cursor) {
    const after = readCursor(cursor)
    rows = rows.where(sql<boolean>`(c.scheduled_at, c.id) < (${after.at}::timestamptz, ${after.id}::bigint)`)
  }
  const found = await rows.limit(limit + 1).execute()
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const isMore = found.length > limit
  const count = async () =>
    isMore ? await countRows(app.db, matching) : { count: found.length, more: false }
  return {
    campaigns: await summarize(app, businessId, page),
    next_cursor: isMore && last ? writeCursor(last.exact_at, last.id) : null,
    found: cursor ? null : await count(),
  }
}

/** The campaigns of these statuses, the latest first, at most `limit`. */
export async function campaignsIn(
  app: App,
  businessId: number,
  status: CampaignStatus[],
  limit: number,
): Promise<(CampaignSummary & { phone_number_id: string })[]> {
  const rows = await summaryRows(app, businessId)
    .where('c.status', 'in', status)
    .orderBy('c.scheduled_at', 'desc')
    .limit(limit)
    .execute()
  const shown = await summarize(app, businessId, rows)
  return shown.map((campaign, index) => ({ ...campaign, phone_number_id: rows[index]!.phone_number_id }))
}

/** One campaign as lists show it. */
export async function findSummary(
  app: App,
  businessId: number,
  id: number,
): Promise<CampaignSummary | undefined> {
  const rows = await summaryRows(app, businessId).where('c.id', '=', id).execute()
  return (await summarize(app, businessId, rows))[0]
}

function summaryRows(app: App, businessId: number) {
  return (
    app.db
      .selectFrom('campaigns as c')
      .innerJoin('templates as t', (join) =>
        join.onRef('t.business_id', '=', 'c.business_id').onRef('t.id', '=', 'c.template_id'),
      )
      .select([
        'c.id',
        'c.name',
        'c.status',
        'c.status_reason',
        'c.scheduled_at',
        'c.timezone',
        'c.created_at',
      ])
      .select(['c.started_at', 'c.finished_at', 'c.template_id', 'c.phone_number_id', 't.title as template'])
      // A cursor must not lose the microseconds that a JavaScript date has no room for.
      .select(
        sql<string>`to_char(c.scheduled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
          'exact_at',
        ),
      )
      .where('c.business_id', '=', businessId)
  )
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaryRows>['execute']>>[number]

async function summarize(app: App, businessId: number, rows: SummaryRow[]): Promise<CampaignSummary[]> {
  const outcomes = await campaignOutcomes(
    app,
    businessId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    date: row.scheduled_at.toISOString(),
    status: row.status as CampaignStatus,
    status_reason: row.status_reason,
    scheduled_at: row.scheduled_at.toISOString(),
    timezone: row.timezone,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    template_id: row.template_id,
    template: row.template,
    outcomes: outcomes.get(row.id)!,
  }))
}

function writeCursor(at: string, id: number): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

function readCursor(cursor: string): { at: string; id: number } {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  if (Number.isNaN(Date.parse(at)) || !/^\d{1,16}$/.test(id)) {
    throw new AppError('invalid_input', 'This page of the list is not known. Start from the first one.')
  }
  return { at, id: Number(id) }
}
