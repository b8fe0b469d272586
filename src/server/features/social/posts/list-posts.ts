import { sql } from 'kysely'
import { z } from 'zod'
import type { Post, PostStatus, RecentPost, socialPosts } from '#contract/social/posts.ts'
import type { Platform } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { statesOf, statusOf } from './post-status.ts'
import { filesOf, postRows, postViews, previewOf } from './post-view.ts'

type ScheduledQuery = z.output<(typeof socialPosts)['scheduled']['query']>
type HistoryQuery = Partial<z.output<(typeof socialPosts)['history']['query']>> & { limit: number }

const likeText = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`

/** The two lists divide all posts: the same words are in their partial indexes. */
const waits = sql<boolean>`p.state = 'scheduled' and p.due_at > p.created_at`
const isOver = sql<boolean>`(p.state <> 'scheduled' or p.due_at <= p.created_at)`

export type Mark = { at: string; id: number }

/** A place in a list by time; the time is exact to the microsecond. */
const writeCursor = ({ at, id }: Mark): string => `${at}_${id}`
export const exactAt = sql<string>`to_char(p.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

export function readCursor(cursor: string): Mark {
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

export function nextCursor(
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

const recentPosts = 5

/** The five that were composed last, each once for all its accounts. */
export async function listRecent(app: App, businessId: number): Promise<RecentPost[]> {
  // A series is one of the five, however many posts of it wait: its next one stands for it.
  const { rows: groups } = await sql<{ group_id: number }>`
    select coalesce((array_agg(o.group_id order by p.due_at) filter (where p.state = 'scheduled'))[1],
      max(o.group_id)) as group_id
    from (
      select p.id, p.post_id, p.due_at, p.state from social_publications p
      where p.business_id = ${businessId} and p.deleted_at is null order by p.id desc limit 500
    ) as p
    join social_posts o on o.business_id = ${businessId} and o.id = p.post_id
    group by o.recurrence_id, case when o.recurrence_id is null then o.group_id end
    order by min(p.id) desc limit ${recentPosts}`.execute(app.db)
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
