import { sql } from 'kysely'
import { type Figure, type Insight, Metric, type MissingReason } from '#contract/social/analytics.ts'
import type { Platform } from '#contract/social/networks.ts'
import type { App } from '#server/app.ts'
import { filesOf } from '../posts/post-view.ts'

/** Published posts of a platform with their newest figures. Order and further filters are the caller's. */
export function insightRows(app: App, businessId: number, platform: Platform) {
  return app.db
    .selectFrom('social_publications as p')
    .innerJoin('social_posts as o', (join) =>
      join.onRef('o.business_id', '=', 'p.business_id').onRef('o.id', '=', 'p.post_id'),
    )
    .innerJoin('social_accounts as a', (join) =>
      join.onRef('a.business_id', '=', 'p.business_id').onRef('a.id', '=', 'p.account_id'),
    )
    .leftJoin('social_post_figures as f', (join) =>
      join.onRef('f.business_id', '=', 'p.business_id').onRef('f.publication_id', '=', 'p.id'),
    )
    .select(['p.id', 'p.post_id', 'p.external_post_id', 'p.permalink', 'o.caption', 'a.name as page_name'])
    .select(['f.likes', 'f.comments', 'f.shares', 'f.saves', 'f.reach', 'f.views', 'f.clicks'])
    .select(['f.engagement', 'f.reasons', 'f.fetched_at'])
    .select(sql<Date>`p.posted_at`.as('posted_at'))
    .where('p.business_id', '=', businessId)
    .where('p.platform', '=', platform)
    .where('p.state', '=', 'posted')
    .where('p.deleted_at', 'is', null)
    .where('p.posted_at', 'is not', null)
}

export type InsightRow = Awaited<ReturnType<ReturnType<typeof insightRows>['execute']>>[number]

/** Each figure, or why it is missing. */
export function figuresOf(row: InsightRow, platform: Platform): Record<Metric, Figure> {
  const reasons = (row.reasons ?? {}) as Partial<Record<Metric, MissingReason>>
  const unknown: MissingReason =
    platform === 'linkedin' ? 'not_offered' : row.external_post_id === null ? 'not_linked' : 'not_yet'
  return Object.fromEntries(
    Metric.options.map((metric) => {
      const value = row[metric]
      return [metric, { value, reason: value === null ? (reasons[metric] ?? unknown) : null }]
    }),
  ) as Record<Metric, Figure>
}

export async function insightViews(
  app: App,
  businessId: number,
  platform: Platform,
  rows: readonly InsightRow[],
): Promise<Insight[]> {
  const files = await filesOf(
    app,
    businessId,
    rows.map(({ post_id }) => post_id),
  )
  return rows.map((row) => {
    const file = files.get(row.post_id)?.[0]
    return {
      id: row.id,
      posted_at: row.posted_at.toISOString(),
      caption: row.caption,
      media_url: file?.url ?? null,
      media_type: file?.type ?? 'image',
      permalink: row.permalink,
      page_name: row.page_name,
      likes: row.likes,
      comments: row.comments,
      reach: row.reach,
      engagement: row.engagement,
      figures: figuresOf(row, platform),
      as_of: row.fetched_at?.toISOString() ?? null,
    }
  })
}
