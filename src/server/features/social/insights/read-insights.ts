import { sql } from 'kysely'
import { z } from 'zod'
import {
  engagementOf,
  type InsightPoint,
  type InsightProblem,
  type socialAnalytics,
} from '#contract/social/analytics.ts'
import type { Platform } from '#contract/social/networks.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { missingScopes, wayOf } from '../accounts/ways.ts'
import { insightRows, insightViews } from './insight-view.ts'
import { readSummary } from './summary.ts'

const topPosts = 5
/** A request for figures that took longer is not waited for on the screen. */
const longestAskMs = 5 * 60_000

type Query = z.output<(typeof socialAnalytics)['insights']['query']>

/** Exact to the microsecond, and unique. */
const exactAt = sql<string>`to_char(p.posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

function readCursor(cursor: string): { at: string; id: number } {
  const [, at, id] = /^([1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(\d{1,15})$/.exec(cursor) ?? []
  if (!at || !z.iso.datetime().safeParse(at).success)
    throw new AppError('invalid_input', t('social.posts.cursor'))
  return { at, id: Number(id) }
}

export async function readInsights(app: App, businessId: number, platform: Platform, query: Query) {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const pageRows = insightRows(app, businessId, platform)
    .select(exactAt.as('exact_at'))
    .$if(!!query.search, (more) =>
      more.where('o.caption', 'ilike', `%${query.search!.replaceAll(/[\\%_]/g, '\\$&')}%`),
    )
    .$if(after !== undefined, (more) =>
      more.where(sql<boolean>`(p.posted_at, p.id) < (${after!.at}::timestamptz, ${after!.id}::bigint)`),
    )
    .orderBy('p.posted_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(query.limit + 1)
  const topRows = insightRows(app, businessId, platform)
    .innerJoin(topOf(businessId, platform), (join) => join.onRef('best.publication_id', '=', 'p.id'))
    .orderBy('f.engagement', 'desc')
    .orderBy('p.id', 'desc')
  // None needs another one's answer: the screen waits for the slowest, not for their sum.
  const [rows, top, accounts, summary] = await Promise.all([
    pageRows.execute(),
    topRows.execute(),
    accountsOf(app, businessId, platform),
    query.cursor === undefined ? readSummary(app, businessId, platform) : null,
  ])
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const views = await insightViews(app, businessId, platform, [...page, ...top])
  const times = accounts.flatMap(({ fetched_at }) => fetched_at?.getTime() ?? [])
  return {
    insights: views.slice(0, page.length),
    top: views.slice(page.length),
    summary,
    problems: accounts.flatMap((account) => problemOf(app, account)),
    fetching: accounts.some((account) => isFetching(account, app.now())),
    as_of: times.length > 0 ? new Date(Math.max(...times)).toISOString() : null,
    next_cursor: last && rows.length > page.length ? `${last.exact_at}_${last.id}` : null,
  }
}

const topOf = (businessId: number, platform: Platform) =>
  sql<{ publication_id: number }>`(select publication_id from social_post_figures
    where business_id = ${businessId} and platform = ${platform} and engagement is not null
    order by engagement desc, publication_id desc limit ${topPosts})`.as<'best'>('best')

type AccountRow = {
  id: number
  name: string
  platform: string
  token_kind: string
  status: string
  scopes_granted: string[]
  problem: string | null
  asked_at: Date | null
  finished_at: Date | null
  claimed_until: Date | null
  waits_until: Date | null
  fetched_at: Date | null
}

async function accountsOf(app: App, businessId: number, platform: Platform): Promise<AccountRow[]> {
  return await app.db
    .selectFrom('social_accounts as a')
    .leftJoin('social_insight_runs as r', (join) =>
      join.onRef('r.business_id', '=', 'a.business_id').onRef('r.account_id', '=', 'a.id'),
    )
    .select(['a.id', 'a.name', 'a.platform', 'a.token_kind', 'a.status', 'a.scopes_granted'])
    .select(['r.problem', 'r.asked_at', 'r.finished_at', 'r.claimed_until', 'r.waits_until'])
    .select(sql<Date | null>`case when r.problem is null then r.finished_at end`.as('fetched_at'))
    .where('a.business_id', '=', businessId)
    .where('a.platform', '=', platform)
    .where('a.status', '<>', 'disconnected')
    .orderBy('a.id')
    .execute()
}

function problemOf(app: App, account: AccountRow): InsightProblem[] {
  const { id: account_id, name: page_name } = account
  if (account.status === 'reconnect') return [{ account_id, page_name, problem: 'reconnect', next_at: null }]
  const missing = missingScopes(app, wayOf(account), account.scopes_granted)
  if (missing.some(({ purpose }) => purpose === 'insights'))
    return [{ account_id, page_name, problem: 'no_permission', next_at: null }]
  if (account.problem === null || account.problem === 'reconnect') return []
  const problem = account.problem as 'unreachable' | 'rate_limited'
  const { waits_until } = account
  const next_at = waits_until && waits_until > app.now() ? waits_until.toISOString() : null
  return [{ account_id, page_name, problem, next_at }]
}

function isFetching({ asked_at, finished_at, claimed_until }: AccountRow, now: Date): boolean {
  if (claimed_until && claimed_until > now) return true
  if (!asked_at || now.getTime() - asked_at.getTime() > longestAskMs) return false
  return !finished_at || finished_at < asked_at
}

/** How a post's figures grew: one point each time that one of them changed. */
export async function readHistory(app: App, businessId: number, id: number): Promise<InsightPoint[]> {
  const post = await app.db
    .selectFrom('social_publications')
    .select('account_id')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!post) throw notFound('post')
  const rows = await app.db
    .selectFrom('social_insights')
    .select(['metric', 'value', 'fetched_at'])
    .where('business_id', '=', businessId)
    .where('account_id', '=', post.account_id)
    .where('publication_id', '=', id)
    .orderBy('fetched_at')
    .execute()
  const points: InsightPoint[] = []
  for (const { metric, value, fetched_at } of rows) {
    const at = fetched_at.toISOString()
    let point = points.at(-1)
    if (point?.at !== at) {
      const none = { likes: null, comments: null, shares: null, saves: null, reach: null, engagement: null }
      point = { ...none, ...point, at }
      points.push(point)
    }
    if (metric in point) Object.assign(point, { [metric]: value })
    point.engagement = engagementOf(point)
  }
  return points
}
