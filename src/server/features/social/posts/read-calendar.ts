import { sql } from 'kysely'
import type { z } from 'zod'
import type { CalendarAccount, CalendarPost, socialPosts } from '#contract/social/posts.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { exactAt, type Mark, nextCursor, readCursor } from './list-posts.ts'
import { reasonOf, statusBy } from './post-status.ts'
import { previewOf } from './post-view.ts'

type Query = z.output<(typeof socialPosts)['calendar']['query']>

const longestDays = 100
/** A line of the list on a wide screen. */
const captionLength = 120

/** All posts between two times, in their order: what a month or a week shows. */
export async function readCalendar(app: App, businessId: number, query: Query) {
  const from = new Date(query.from)
  const to = new Date(query.to)
  const length = to.getTime() - from.getTime()
  if (length <= 0 || length > longestDays * 86_400_000) {
    const sentence = t('social.posts.calendarRange', { limit: longestDays })
    throw new AppError('rule_broken', sentence, { fields: { to: sentence } })
  }
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const [rows, known] = await Promise.all([
    calendarRows(app, businessId, { ...query, from, to, after }),
    accountsOf(app, businessId),
  ])
  const accounts = new Map<number, CalendarAccount>()
  const page = rows.slice(0, query.limit)
  const posts = page.map((row): CalendarPost => {
    const account = known.get(row.account_id)!
    accounts.set(row.account_id, account.shown)
    return {
      id: row.id,
      account_id: row.account_id,
      media_id: row.media_id,
      status: statusBy(row.state, row.posted_now),
      editable: row.free,
      reason: reasonOf({ ...account.access, state: row.state, reason: row.reason }),
      recurrence_id: row.recurrence_id,
      at: `${row.exact_at.slice(0, 23)}Z`,
      caption_preview: previewOf(row.caption, captionLength),
    }
  })
  return { posts, accounts: [...accounts.values()], next_cursor: nextCursor(rows, page) }
}

type Row = {
  id: number
  account_id: number
  state: string
  posted_now: boolean
  free: boolean
  reason: string | null
  recurrence_id: number | null
  caption: string
  media_id: number | null
  exact_at: string
}

type Of = { from: Date; to: Date; limit: number; after: Mark | undefined } & Pick<
  Query,
  'platform' | 'account_id'
>

/** Few and short columns: the text is cut in the database, and times stay texts. */
async function calendarRows(app: App, businessId: number, of: Of): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.id, p.account_id, p.state, p.due_at <= p.created_at as posted_now, p.state = 'scheduled'
        and (p.claim is null or p.claimed_until is null or p.claimed_until <= ${app.now()}) as free,
      p.reason, o.recurrence_id, left(o.caption, ${captionLength * 6}) as caption, m.media_id,
      ${exactAt} as exact_at
    from social_publications p
    join social_posts o on o.business_id = p.business_id and o.id = p.post_id
    left join social_post_media m on m.business_id = p.business_id and m.post_id = p.post_id and m.position = 0
    where p.business_id = ${businessId} and p.deleted_at is null
      and p.due_at >= ${of.from} and p.due_at < ${of.to}
      ${of.platform ? sql`and p.platform = ${of.platform}` : sql``}
      ${of.account_id ? sql`and p.account_id = ${of.account_id}` : sql``}
      ${of.after ? sql`and (p.due_at, p.id) > (${of.after.at}::timestamptz, ${of.after.id}::bigint)` : sql``}
    order by p.due_at, p.id limit ${of.limit + 1}`.execute(app.db)
  return rows
}

/** Those that were disconnected too: their posts stay in the calendar. */
async function accountsOf(app: App, businessId: number) {
  const rows = await app.db
    .selectFrom('social_accounts')
    .select(['id', 'platform', 'name', 'status', 'status_reason'])
    .where('business_id', '=', businessId)
    .execute()
  return new Map(
    rows.map(({ id, platform, name, status, status_reason }) => [
      id,
      {
        shown: { id, platform: platform as CalendarAccount['platform'], page_name: name },
        access: { account_status: status, account_reason: status_reason },
      },
    ]),
  )
}
