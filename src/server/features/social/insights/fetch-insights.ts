import { sql } from 'kysely'
import type { Platform } from '#contract/social/networks.ts'
import type { App } from '#server/app.ts'
import { SocialError } from '#server/providers/social/social-error.ts'
import { markDead, type UsableAccount, usableAccount } from '../accounts/care.ts'
import { claimRun, endRun, type Run, type RunEnd } from './insight-run.ts'
import { nextAccountAt, nextInsightsAt, retryInsightsAt } from './insight-times.ts'
import { fetchInsightsOf } from './job-names.ts'
import { type DuePost, storeAccountFigures, storeFigures } from './store-figures.ts'

/** At most so many accounts are taken up in a minute: the rest is still due in the next. */
const mostAtOnce = 500

/** Enqueues the accounts that have posts or figures of their own that are due. */
export async function enqueueDueInsights(app: App): Promise<void> {
  const now = app.now()
  const { rows } = await sql<{ business_id: number; account_id: number; platform: Platform }>`
    with due as (
      (select distinct p.business_id, p.account_id from social_publications p
        where p.state = 'posted' and p.insights_due_at <= ${now} limit ${mostAtOnce * 4})
      union
      (select a.business_id, a.id from social_accounts a
        left join social_insight_runs r on r.business_id = a.business_id and r.account_id = a.id
        where a.status = 'connected' and (r.due_at is null or r.due_at <= ${now}) limit ${mostAtOnce})
    )
    select a.business_id, a.id as account_id, a.platform from due
    join social_accounts a on a.business_id = due.business_id and a.id = due.account_id
    where a.status = 'connected' limit ${mostAtOnce}`.execute(app.db)
  for (const row of rows) await enqueueInsights(app, row)
}

export async function enqueueInsights(
  app: App,
  { business_id, account_id, platform }: { business_id: number; account_id: number; platform: Platform },
): Promise<void> {
  const payload = { business_id, account_id }
  await app.enqueue(fetchInsightsOf[platform], payload, { singletonKey: `${business_id}-${account_id}` })
}

/** Fetches what is due of one account; one process at a time. What was stored before a crash stays stored. */
export async function fetchInsights(
  app: App,
  businessId: number,
  accountId: number,
  signal?: AbortSignal,
): Promise<void> {
  const run = await claimRun(app, businessId, accountId)
  if (!run) return
  let end: RunEnd = { problem: null }
  try {
    end = await fetchClaimed(app, run, signal)
  } finally {
    await endRun(app, run, end)
  }
}

/** With 80 per cent of a rate limit used, the newest posts are fetched and the others wait. */
const slowWaitMs = 15 * 60_000
/** A network that says no time for its limit. */
const limitWaitMs = 15 * 60_000

async function fetchClaimed(app: App, run: Run, signal: AbortSignal | undefined): Promise<RunEnd> {
  const account = await usableAccount(app, run.business_id, run.account_id)
  if (!account) return await unusable(app, run)
  try {
    return await fetchAll(app, run, account, signal)
  } catch (error) {
    if (!(error instanceof SocialError)) throw error
    if (error.fault === 'dead_token') {
      await markDead(app, account, error.dead ?? 'revoked')
      return { problem: 'reconnect' }
    }
    const waitUntil = retryInsightsAt(app.now(), run.failures, error.retryAfterSeconds)
    if (error.fault !== 'rate_limited') return { problem: 'unreachable', waitUntil }
    const least = app.now().getTime() + limitWaitMs
    return { problem: 'rate_limited', waitUntil: new Date(Math.max(waitUntil.getTime(), least)) }
  }
}

/** Without a token that works: a login is needed, or the network that renews it is not there. */
async function unusable(app: App, run: Run): Promise<RunEnd> {
  const row = await app.db
    .selectFrom('social_accounts')
    .select('status')
    .where('business_id', '=', run.business_id)
    .where('id', '=', run.account_id)
    .executeTakeFirst()
  if (row?.status !== 'connected') return { problem: 'reconnect' }
  return { problem: 'unreachable', waitUntil: retryInsightsAt(app.now(), run.failures) }
}

async function fetchAll(
  app: App,
  run: Run,
  account: UsableAccount,
  signal: AbortSignal | undefined,
): Promise<RunEnd> {
  const client = app.social.insights[account.platform as Platform]
  for (let batches = 0; ; batches++) {
    if (signal?.aborted) return { problem: null }
    const now = app.now()
    const restraint = app.social.restraint(account, now.getTime())
    if (restraint.kind === 'stop') return { problem: 'rate_limited', waitUntil: new Date(restraint.until) }
    const due = await duePosts(app, run, client.batch || 100)
    if (due.length === 0) break
    if (restraint.kind === 'slow' && batches > 0)
      return { problem: null, waitUntil: new Date(now.getTime() + slowWaitMs) }
    const asked = due.map(({ external_post_id: id, format, posted_at: postedAt }) => ({
      id,
      format,
      postedAt,
    }))
    const figures = await client.posts(account, asked, now)
    const stored = await storeFigures(
      app,
      run,
      due.flatMap((post, index) => {
        const found = figures[index]
        const isOver = client.batch === 0 || (found && Object.values(found).includes('gone'))
        const next = isOver ? null : nextInsightsAt(post.posted_at, now, post.format)
        return found ? { post, figures: found, next } : []
      }),
    )
    if (!stored) return { problem: null }
  }
  if (run.due_at <= app.now()) {
    const now = app.now()
    await storeAccountFigures(app, run, await client.account(account), nextAccountAt(now))
  }
  return { problem: null }
}

/** The newest first: what people look at. */
async function duePosts(app: App, run: Run, limit: number): Promise<DuePost[]> {
  const rows = await app.db
    .selectFrom('social_publications')
    .select(['id', 'platform', 'format', 'external_post_id', 'posted_at'])
    .where('business_id', '=', run.business_id)
    .where('account_id', '=', run.account_id)
    .where('state', '=', 'posted')
    .where('insights_due_at', '<=', app.now())
    .where('external_post_id', 'is not', null)
    .where('posted_at', 'is not', null)
    .orderBy('posted_at', 'desc')
    .limit(limit)
    .execute()
  return rows as DuePost[]
}
