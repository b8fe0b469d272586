import { sql } from 'kysely'
import { z } from 'zod'
import type { CalendarPost, Post, PostStatus, RecentPost, socialPosts } from '#contract/social/posts.ts'
import type { Platform, PostFormat } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { mediaUrl } from '../media/serving/addresses.ts'
import { reasonOf, statesOf, statusBy, statusOf } from './post-status.ts'
import { filesOf, postRows, postViews, previewLength, previewOf } from './post-view.ts'

type ScheduledQuery = z.output<(typeof socialPosts)['scheduled']['query']>
type HistoryQuery = Partial<z.output<(typeof socialPosts)['history']['query']>> & { limit: number }
type CalendarQuery = z.output<(typeof socialPosts)['calendar']['query']>

const likeText = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`

/** The two lists divide all posts: the same words are in their partial indexes. */
const waits = sql<boolean>`p.state = 'scheduled' and p.due_at > p.created_at`
const isOver = sql<boolean>`(p.state <> 'scheduled' or p.due_at <= p.created_at)`

type Mark = { at: string; id: number }

/** A place in a list by time; the time is exact to the microsecond. */
const writeCursor = ({ at, id }: Mark): string => `${at}_${id}`
const exactAt = sql<string>`to_char(p.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

function readCursor(cursor: string): Mark {
  const [, at, id] = /^([1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(\d{1,15})$/.exec(cursor) ?? []
  if (!at || !z.iso.datetime().safeParse(at).success)
    throw new AppError('invalid_input', t('social.posts.cursor'))
  return { at, id: Number(id) }
}

type Filter = {
  platform?: Platform | undefined
  account_id?: number | undefined
  search?: string | undefined
}

function filtered(app: App, businessId: number, { platform, account_id, search }: Filter) {
  return postRows(app, businessId)
    .$if(platform !== undefined, (rows) => rows.where('p.platform', '=', platform!))
    .$if(account_id !== undefined, (rows) => rows.where('p.account_id', '=', account_id!))
    .$if(!!search, (rows) => rows.where('o.caption', 'ilike', likeText(search!)))
}

/** Posts that wait for their time, the next first. */
export async function listScheduled(app: App, businessId: number, query: ScheduledQuery) {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const rows = await filtered(app, businessId, query)
    .where(waits)
    .$if(query.from !== undefined, (more) => more.where('p.due_at', '>=', new Date(query.from!)))
    .$if(query.to !== undefined, (more) => more.where('p.due_at', '<', new Date(query.to!)))
    .$if(after !== undefined, (more) =>
      more.where(sql<boolean>`(p.due_at, p.id) > (${after!.at}::timestamptz, ${after!.id}::bigint)`),
    )
    .select(exactAt.as('exact_at'))
    .orderBy('p.due_at')
    .orderBy('p.id')
    .limit(query.limit + 1)
    .execute()
  const page = rows.slice(0, query.limit)
  return {
    posts: await postViews(app, businessId, page),
    next_cursor: nextCursor(rows, page),
    summary: query.cursor === undefined ? await summaryOf(app, businessId) : null,
  }
}

function nextCursor(
  rows: readonly unknown[],
  page: readonly { exact_at: string; id: number }[],
): string | null {
  const last = page.at(-1)
  return last && rows.length > page.length ? writeCursor({ at: last.exact_at, id: last.id }) : null
}

async function summaryOf(app: App, businessId: number) {
  const { rows } = await sql<{ count: number; next_at: Date | null; last_at: Date | null }>`
    select count(*)::int as count, min(p.due_at) as next_at, max(p.due_at) as last_at
    from social_publications p where p.business_id = ${businessId} and ${waits} and p.deleted_at is null`.execute(
    app.db,
  )
  const { count, next_at, last_at } = rows[0]!
  return { count, next_at: next_at?.toISOString() ?? null, last_at: last_at?.toISOString() ?? null }
}

/** Posts that are not scheduled, the newest first. */
export function historyRows(
  app: App,
  businessId: number,
  query: Filter & { status?: PostStatus | undefined },
) {
  return filtered(app, businessId, query)
    .where(isOver)
    .$if(query.status !== undefined, (more) => more.where('p.state', 'in', statesOf(query.status!)))
    .select(exactAt.as('exact_at'))
    .orderBy('p.due_at', 'desc')
    .orderBy('p.id', 'desc')
}

export async function listHistory(
  app: App,
  businessId: number,
  query: HistoryQuery,
): Promise<{ posts: Post[]; next_cursor: string | null }> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const rows = await historyRows(app, businessId, query)
    .$if(after !== undefined, (more) =>
      more.where(sql<boolean>`(p.due_at, p.id) < (${after!.at}::timestamptz, ${after!.id}::bigint)`),
    )
    .limit(query.limit + 1)
    .execute()
  const page = rows.slice(0, query.limit)
  return { posts: await postViews(app, businessId, page), next_cursor: nextCursor(rows, page) }
}

const longestCalendarDays = 100

/** All posts between two times, in their order: what a month or a week shows. */
export async function readCalendar(app: App, businessId: number, query: CalendarQuery) {
  const from = new Date(query.from)
  const to = new Date(query.to)
  const length = to.getTime() - from.getTime()
  if (length <= 0 || length > longestCalendarDays * 86_400_000) {
    const sentence = t('social.posts.calendarRange', { limit: longestCalendarDays })
    throw new AppError('rule_broken', sentence, { fields: { to: sentence } })
  }
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const rows = await calendarRows(app, businessId, { ...query, from, to, after })
  const page = rows.slice(0, query.limit)
  const posts = page.map((row): CalendarPost => {
    const { file_name, kind, media_id } = row
    return {
      id: row.id,
      group_id: row.group_id,
      platform: row.platform as Platform,
      account_id: row.account_id,
      page_name: row.page_name,
      format: row.format as PostFormat,
      media_url: media_id ? mediaUrl(app, businessId, { id: media_id, fileName: file_name ?? '' }) : '',
      media_type: kind === 'video' ? 'video' : 'image',
      status: statusBy(row.state, row.posted_now),
      editable: row.free,
      reason: reasonOf(row),
      recurrence_id: row.recurrence_id,
      revision: row.revision,
      at: `${row.exact_at.slice(0, 23)}Z`,
      caption_preview: previewOf(row.caption),
    }
  })
  const { timezone } = await getBusiness(app, businessId)
  return { posts, next_cursor: nextCursor(rows, page), timezone }
}

type CalendarRow = {
  id: number
  group_id: number
  platform: string
  account_id: number
  page_name: string
  account_status: string
  account_reason: string | null
  format: string
  state: string
  posted_now: boolean
  free: boolean
  reason: string | null
  recurrence_id: number | null
  revision: number
  caption: string
  media_id: number | null
  file_name: string | null
  kind: string | null
  exact_at: string
}

/** Compact rows: the text is cut in the database, times stay texts, and only the first file is looked up. */
async function calendarRows(
  app: App,
  businessId: number,
  of: {
    from: Date
    to: Date
    limit: number
    platform?: Platform | undefined
    account_id?: number | undefined
    after: Mark | undefined
  },
): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow>`
    select p.id, coalesce(o.group_id, o.id) as group_id, p.platform, p.account_id, a.name as page_name,
      a.status as account_status, a.status_reason as account_reason, p.format,
      p.state, p.due_at <= p.created_at as posted_now, p.state = 'scheduled' and (p.claim is null
        or p.claimed_until is null or p.claimed_until <= ${app.now()}) as free, p.reason, o.recurrence_id, o.revision,
      left(o.caption, ${previewLength * 12}) as caption, f.id as media_id, f.file_name, f.kind,
      ${exactAt} as exact_at
    from social_publications p
    join social_posts o on o.business_id = p.business_id and o.id = p.post_id
    join social_accounts a on a.business_id = p.business_id and a.id = p.account_id
    left join social_post_media m on m.business_id = p.business_id and m.post_id = p.post_id and m.position = 0
    left join social_media f on f.business_id = m.business_id and f.id = m.media_id
    where p.business_id = ${businessId} and p.deleted_at is null
      and p.due_at >= ${of.from} and p.due_at < ${of.to}
      ${of.platform ? sql`and p.platform = ${of.platform}` : sql``}
      ${of.account_id ? sql`and p.account_id = ${of.account_id}` : sql``}
      ${of.after ? sql`and (p.due_at, p.id) > (${of.after.at}::timestamptz, ${of.after.id}::bigint)` : sql``}
    order by p.due_at, p.id limit ${of.limit + 1}`.execute(app.db)
  return rows
}

const recentPosts = 5

/** The five that were composed last, each once for all its accounts. */
export async function listRecent(app: App, businessId: number): Promise<RecentPost[]> {
  const { rows: groups } = await sql<{ group_id: number }>`
    select o.group_id from (
      select p.id, p.post_id from social_publications p
      where p.business_id = ${businessId} and p.deleted_at is null order by p.id desc limit 500
    ) as p
    join social_posts o on o.business_id = ${businessId} and o.id = p.post_id
    group by o.group_id order by max(p.id) desc limit ${recentPosts}`.execute(app.db)
  if (groups.length === 0) return []
  const ids = groups.map(({ group_id }) => group_id)
  const rows = await postRows(app, businessId).where('o.group_id', 'in', ids).orderBy('p.id').execute()
  const files = await filesOf(
    app,
    businessId,
    rows.map(({ post_id }) => post_id),
  )
  return ids.flatMap((id) => {
    const posts = rows.filter(({ group_id }) => group_id === id)
    const [first] = posts
    if (!first) return []
    const file = files.get(first.post_id)?.[0]
    return {
      group_id: id,
      caption_preview: previewOf(first.caption),
      media_url: file?.url ?? '',
      media_type: file?.type ?? 'image',
      at: first.due_at.toISOString(),
      posts: posts.map((post) => ({
        id: post.id,
        platform: post.platform as Platform,
        page_name: post.page_name,
        status: statusOf(post),
      })),
    }
  })
}
