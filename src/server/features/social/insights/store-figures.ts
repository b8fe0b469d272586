import { sql } from 'kysely'
import { engagementOf, Metric } from '#contract/social/analytics.ts'
import type { App } from '#server/app.ts'
import type { Found, PostFigures } from '#server/providers/social/insights.ts'
import { keepRun, type Run } from './insight-run.ts'

export type DuePost = {
  id: number
  platform: string
  format: string
  external_post_id: string
  posted_at: Date
}

type Row = { metric: string; value: number | null; reason: string | null }

/** A figure that could not be fetched this time stays as it was. */
const rowsOf = (figures: Record<string, Found>): Row[] =>
  Object.entries(figures).map(([metric, found]) =>
    typeof found === 'number'
      ? { metric, value: found, reason: null }
      : { metric, value: null, reason: found },
  )

/** Stores the figures of some posts and when each is due next, in one transaction. False: the claim was lost. */
export async function storeFigures(
  app: App,
  run: Run,
  posts: readonly { post: DuePost; figures: PostFigures; next: Date | null }[],
): Promise<boolean> {
  const now = app.now()
  return await app.transaction(async (tx) => {
    if (!(await keepRun(tx, run))) return false
    const before = await tx.db
      .selectFrom('social_post_figures')
      .selectAll()
      .where('business_id', '=', run.business_id)
      .where(
        'publication_id',
        'in',
        posts.map(({ post }) => post.id),
      )
      .execute()
    const known = new Map(before.map((row) => [row.publication_id, row]))
    for (const { post, figures, next } of posts) {
      const old = known.get(post.id)
      const reasons: Record<string, string> = {}
      const values: Partial<Record<Metric, number | null>> = {}
      const changed: Row[] = []
      for (const row of rowsOf(figures)) {
        const metric = row.metric as Metric
        const oldValue = old?.[metric] ?? null
        const oldReason = (old?.reasons as Record<string, string> | undefined)?.[metric] ?? null
        const keeps = row.reason === 'failed' && old !== undefined && oldReason !== 'not_yet'
        values[metric] = keeps ? oldValue : row.value
        const reason = keeps ? oldReason : row.reason
        if (reason) reasons[metric] = reason
        if (!old || oldValue !== values[metric] || oldReason !== reason)
          changed.push({ metric, value: values[metric] ?? null, reason })
      }
      await appendHistory(tx, run, post.id, changed, now)
      const row = {
        account_id: run.account_id,
        platform: post.platform,
        ...(Object.fromEntries(Metric.options.map((metric) => [metric, values[metric] ?? null])) as Record<
          Metric,
          number | null
        >),
        engagement: engagementOf(values),
        reasons: JSON.stringify(reasons),
        fetched_at: now,
      }
      await tx.db
        .insertInto('social_post_figures')
        .values({ business_id: run.business_id, publication_id: post.id, ...row })
        .onConflict((conflict) => conflict.columns(['business_id', 'publication_id']).doUpdateSet(row))
        .execute()
      await tx.db
        .updateTable('social_publications')
        .set({ insights_at: now, insights_due_at: next })
        .where('business_id', '=', run.business_id)
        .where('id', '=', post.id)
        .where('state', '=', 'posted')
        .execute()
    }
    return true
  })
}

/** Stores the account's own figures; publication 0 stands for the account. */
export async function storeAccountFigures(
  app: App,
  run: Run,
  figures: Record<string, Found>,
  next: Date,
): Promise<boolean> {
  const now = app.now()
  return await app.transaction(async (tx) => {
    if (!(await keepRun(tx, run))) return false
    const { rows: last } = await sql<Row>`
      select distinct on (metric) metric, value, reason from social_insights
      where business_id = ${run.business_id} and account_id = ${run.account_id} and publication_id = 0
      order by metric, fetched_at desc`.execute(tx.db)
    const changed = rowsOf(figures).filter(({ metric, value, reason }) => {
      const old = last.find((row) => row.metric === metric)
      if (old && reason === 'failed') return false
      return !old || old.value !== value || old.reason !== reason
    })
    await appendHistory(tx, run, 0, changed, now)
    const { followers } = figures
    if (typeof followers === 'number') {
      await tx.db
        .updateTable('social_accounts')
        .set({ followers })
        .where('business_id', '=', run.business_id)
        .where('id', '=', run.account_id)
        .execute()
    }
    await tx.db
      .updateTable('social_insight_runs')
      .set({ due_at: next })
      .where('business_id', '=', run.business_id)
      .where('account_id', '=', run.account_id)
      .execute()
    return true
  })
}

/** History has a row only where a figure changed: what it was in between is the row before. */
async function appendHistory(
  tx: App,
  run: Run,
  publicationId: number,
  rows: readonly Row[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return
  await tx.db
    .insertInto('social_insights')
    .values(
      rows.map((row) => ({
        business_id: run.business_id,
        account_id: run.account_id,
        publication_id: publicationId,
        fetched_at: at,
        ...row,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
