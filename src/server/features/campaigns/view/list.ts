import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Outcomes, Waiting } from '#contract/campaigns/parts.ts'
import {
  CampaignOrder,
  type CampaignQuery,
  type CampaignStatus,
  type CampaignSummary,
} from '#contract/campaigns.ts'
import { statusMeaning } from '#contract/templates/status.ts'
import type { App } from '#server/app.ts'
import { campaignOutcomes } from '#server/features/messages/messages.ts'
import { t } from '#server/messages/t.ts'
import { countRows, type RowCount } from '#server/platform/count-rows.ts'
import { AppError } from '#server/platform/errors.ts'
import { readStored } from '#server/stored-text/read-text.ts'
import { responsesTo } from './responses.ts'
import { whyNothingLeaves } from './stall.ts'

/** A page of campaigns in the order of `sort`. @throws AppError `invalid_input` for a cursor of another order. */
export async function listCampaigns(
  app: App,
  businessId: number,
  { limit, cursor, search, status, sort }: CampaignQuery,
): Promise<{ campaigns: CampaignSummary[]; next_cursor: string | null; found: RowCount | null }> {
  let matching = summaryRows(app, businessId)
  if (search) matching = matching.where('c.name', 'ilike', `%${search.replace(/[\\%_]/g, '\\$&')}%`)
  if (status?.length) matching = matching.where('c.status', 'in', status)
  let rows = inOrder(matching, sort)
  if (cursor) rows = rows.where(behind(sort, readCursor(cursor, sort)))
  const found = await rows.limit(limit + 1).execute()
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const isMore = found.length > limit
  const count = async () =>
    isMore ? await countRows(app.db, matching) : { count: found.length, more: false }
  return {
    campaigns: await summarize(app, businessId, page),
    next_cursor: isMore && last ? writeCursor(sort, last) : null,
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
  const summaries = await summarize(app, businessId, rows)
  return summaries.map((campaign, index) => ({ ...campaign, phone_number_id: rows[index]!.phone_number_id }))
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
        'c.undo_until',
        'c.timezone',
        'c.created_at',
      ])
      // A template that WhatsApp took out of use is said before the campaign's time has come.
      .leftJoin('provider_templates as p', (join) =>
        join.onRef('p.business_id', '=', 't.business_id').onRef('p.id', '=', 't.provider_template_id'),
      )
      .select('p.status as template_status')
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
  const ids = rows.map(({ id }) => id)
  const responses = await responsesTo(app, businessId, ids)
  const waits = await waitsOf(app, businessId, rows, outcomes)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    date: row.scheduled_at.toISOString(),
    status: row.status as CampaignStatus,
    status_reason: row.status === 'Scheduled' ? templateProblem(row) : readStored(row.status_reason),
    scheduled_at: row.scheduled_at.toISOString(),
    ...undoOf(app, row),
    timezone: row.timezone,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    template_id: row.template_id,
    template: row.template,
    outcomes: outcomes.get(row.id)!,
    responses: responses.get(row.id)!,
    waiting: waits.get(row.id) ?? null,
  }))
}

/** Why nothing leaves, of those that run and have somebody to send to. */
async function waitsOf(
  app: App,
  businessId: number,
  rows: SummaryRow[],
  outcomes: ReadonlyMap<number, Outcomes>,
): Promise<Map<number, Waiting | null>> {
  const found = new Map<number, Waiting | null>()
  for (const row of rows) {
    const { queued = 0, sending = 0 } = outcomes.get(row.id) ?? {}
    if (row.status === 'Running' && queued + sending > 0)
      found.set(row.id, await whyNothingLeaves(app, businessId, row))
  }
  return found
}

/** States in which WhatsApp takes no message of a template, and which do not pass by themselves. */
const unusable = ['REJECTED', 'DISABLED', 'DELETED', 'PENDING_DELETION', 'LOCKED', 'ARCHIVED']

function templateProblem({ template, template_status }: SummaryRow): string | null {
  if (!template_status || !unusable.includes(template_status)) return null
  const why = statusMeaning(template_status).sentence
  return t('campaigns.reason.templateUnusable', { template, why })
}

function undoOf(app: App, { status, undo_until }: SummaryRow) {
  if (status !== 'Scheduled' || !undo_until) return { undo_until: null, undo_seconds: null }
  const left = (undo_until.getTime() - app.now().getTime()) / 1000
  return { undo_until: undo_until.toISOString(), undo_seconds: Math.max(0, left) }
}

type Rows = ReturnType<typeof summaryRows>

function inOrder(rows: Rows, sort: CampaignOrder): Rows {
  if (sort === 'newest') return rows.orderBy('c.scheduled_at', 'desc').orderBy('c.id', 'desc')
  if (sort === 'oldest') return rows.orderBy('c.scheduled_at').orderBy('c.id')
  return rows
    .orderBy(wordOf(sort), sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('c.scheduled_at', 'desc')
    .orderBy('c.id', 'desc')
}

type NamedOrder = Exclude<CampaignOrder, 'newest' | 'oldest'>

/** What an order compares before the date. */
function wordOf(sort: NamedOrder): RawBuilder<string> {
  return sort.endsWith('name') ? sql`lower(c.name)` : sql`c.status`
}

/** The row that a page ended with, and the order that it was found in. */
const Cursor = z.tuple([
  CampaignOrder,
  // The year 0 is none to the database.
  z.iso.datetime().refine((at) => at >= '0001'),
  z.number().int().positive(),
  z.string().refine((word) => !word.includes('\0')),
])
type Cursor = z.infer<typeof Cursor>

function writeCursor(sort: CampaignOrder, { exact_at, id, name, status }: SummaryRow): string {
  const word = sort.endsWith('name') ? name : status
  return Buffer.from(JSON.stringify([sort, exact_at, id, word] satisfies Cursor)).toString('base64url')
}

function readCursor(text: string, sort: CampaignOrder): Cursor {
  try {
    const cursor = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    if (cursor[0] === sort) return cursor
  } catch {
    throw new AppError('invalid_input', unknownPage())
  }
  throw new AppError('invalid_input', unknownPage())
}

const unknownPage = () => t('campaigns.errors.unknownPage')

/** The rows behind the cursor; the database folds the name as it does in the order. */
function behind(sort: CampaignOrder, [, at, id, word]: Cursor): RawBuilder<boolean> {
  const moment = sql`(${at}::timestamptz, ${id}::bigint)`
  if (sort === 'oldest') return sql`(c.scheduled_at, c.id) > ${moment}`
  const earlier = sql<boolean>`(c.scheduled_at, c.id) < ${moment}`
  if (sort === 'newest') return earlier
  const own = wordOf(sort)
  const there = sort.endsWith('name') ? sql`lower(${word}::text)` : sql`${word}::text`
  const further = sort.startsWith('-') ? sql`${own} < ${there}` : sql`${own} > ${there}`
  return sql`(${further} or (${own} = ${there} and ${earlier}))`
}
