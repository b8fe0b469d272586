import { sql } from 'kysely'
import type { InsightSummary } from '#contract/social/analytics.ts'
import type { Platform } from '#contract/social/networks.ts'
import type { App } from '#server/app.ts'

const dayMs = 86_400_000
const days = 30
/** The series have ten points of three days. */
const points = 10
const pointMs = (days / points) * dayMs

/** The posts of the last 30 days beside those of the 30 before, and how the followers grew. */
export async function readSummary(app: App, businessId: number, platform: Platform): Promise<InsightSummary> {
  const now = app.now()
  const from = new Date(now.getTime() - days * dayMs)
  const posts = sql<{
    point: number
    posts: number
    engagement: number | null
    reach: number | null
    reach_posts: number
  }>`
    select floor(extract(epoch from p.posted_at - ${from}::timestamptz) * 1000 / ${pointMs}::float8)::int as point,
      count(*)::int as posts, sum(f.engagement)::float8 as engagement, sum(f.reach)::float8 as reach,
      count(f.reach)::int as reach_posts
    from social_publications p
    left join social_post_figures f on f.business_id = p.business_id and f.publication_id = p.id
    where p.business_id = ${businessId} and p.platform = ${platform} and p.state = 'posted'
      and p.deleted_at is null and p.posted_at > ${new Date(from.getTime() - days * dayMs)}
    group by 1`
  const [{ rows }, followers] = await Promise.all([
    posts.execute(app.db),
    followersOf(app, businessId, platform, from),
  ])
  const present = rows.filter(({ point }) => point >= 0)
  const before = rows.filter(({ point }) => point < 0)
  const series = (of: 'engagement' | 'reach') =>
    Array.from({ length: points }, (_, at) => present.find(({ point }) => point === at)?.[of] ?? 0)
  return {
    posts: present.reduce((sum, row) => sum + row.posts, 0),
    engagement: total(present.map(({ engagement }) => engagement)),
    engagement_before: total(before.map(({ engagement }) => engagement)),
    engagement_series: series('engagement'),
    reach: total(present.map(({ reach }) => reach)),
    reach_posts: present.reduce((sum, row) => sum + row.reach_posts, 0),
    reach_series: series('reach'),
    ...followers,
  }
}

/** Of those that are known; null where none is. */
function total(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

async function followersOf(app: App, businessId: number, platform: Platform, from: Date) {
  const { rows } = await sql<{ account_id: number; value: number; fetched_at: Date }>`
    select s.account_id, s.value::float8 as value, s.fetched_at from social_accounts a
    join social_insights s on s.business_id = a.business_id and s.account_id = a.id
    where a.business_id = ${businessId} and a.platform = ${platform} and a.status <> 'disconnected'
      and s.publication_id = 0 and s.metric = 'followers' and s.value is not null
      and s.fetched_at >= coalesce((select max(fetched_at) from social_insights e
        where e.business_id = s.business_id and e.account_id = s.account_id and e.publication_id = 0
          and e.metric = 'followers' and e.fetched_at <= ${from}), '-infinity')
    order by s.fetched_at`.execute(app.db)
  if (rows.length === 0)
    return { followers: null, followers_before: null, followers_since: null, followers_series: [] }
  const accounts = [...new Set(rows.map(({ account_id }) => account_id))]
  /** What each account had then; before it was first known, what it had first. */
  const at = (time: number): number =>
    accounts.reduce((sum, account) => {
      const own = rows.filter(({ account_id }) => account_id === account)
      const then = own.findLast(({ fetched_at }) => fetched_at.getTime() <= time) ?? own[0]
      return sum + (then?.value ?? 0)
    }, 0)
  const first = Math.max(from.getTime(), rows[0]?.fetched_at.getTime() ?? 0)
  const now = app.now().getTime()
  return {
    followers: at(now),
    followers_before: at(first),
    followers_since: new Date(first).toISOString(),
    followers_series: Array.from({ length: points + 1 }, (_, index) => at(from.getTime() + index * pointMs)),
  }
}
