import { sql } from 'kysely'
import type { LimitUnknown, PublishingLimit } from '#contract/social/limits.ts'
import type { Platform, PostFormat } from '#contract/social/networks.ts'
import type { App } from '#server/app.ts'
import type { PublishLimit } from '#server/providers/social/publishing.ts'
import { SocialError } from '#server/providers/social/social-error.ts'
import { markDead, usableAccount } from '../accounts/care.ts'
import { selectAccounts } from '../accounts/stored-accounts.ts'

const dayMs = 86_400_000
/** What networks document (facts: social-publishing §2.1, §3.5; onboarding-oauth §6). Instagram says its own. */
const known: Partial<Record<Platform, { total: number; format: PostFormat | null }>> = {
  facebook: { total: 30, format: 'reel' },
  instagram: { total: 50, format: null },
  youtube: { total: 100, format: null },
}

/** The limits of these accounts, or of all, where their network has one. */
export async function publishingLimits(
  app: App,
  businessId: number,
  {
    accountIds,
    at,
    withoutPost,
  }: { accountIds: readonly number[] | undefined; at: Date; withoutPost?: number | undefined },
): Promise<PublishingLimit[]> {
  const accounts = await selectAccounts(app)
    .where('a.business_id', '=', businessId)
    .$if(!!accountIds?.length, (query) => query.where('a.id', 'in', [...accountIds!]))
    .where('a.status', '<>', 'disconnected')
    .orderBy('a.id')
    .execute()
  const limits: PublishingLimit[] = []
  for (const { id, name, platform: stored, status } of accounts) {
    const platform = stored as Platform
    const limit = known[platform]
    if (!limit) continue
    const said = status === 'connected' ? await readLive(app, businessId, id, platform) : 'reconnect'
    const live = typeof said === 'string' ? undefined : said
    const total = live?.total ?? limit.total
    const used = await usedAround(app, businessId, id, {
      at,
      withoutPost,
      format: limit.format,
      live: live?.used ?? 0,
    })
    limits.push({
      account_id: id,
      platform,
      page_name: name,
      format: limit.format,
      total,
      used,
      left: Math.max(0, total - used),
      source: live ? 'network' : 'known',
      used_now: live?.used ?? null,
      unknown: typeof said === 'string' ? said : null,
    })
  }
  return limits
}

/** As the network says now, or why it does not. */
async function readLive(
  app: App,
  businessId: number,
  id: number,
  platform: Platform,
): Promise<PublishLimit | LimitUnknown> {
  const { limit } = app.social.publishers[platform]
  if (!limit) return 'not_offered'
  const account = await usableAccount(app, businessId, id).catch(() => undefined)
  if (!account) return 'unreachable'
  if (app.social.restraint(account, app.now().getTime()).kind === 'stop') return 'rate_limited'
  try {
    return (await limit(account)) ?? 'not_offered'
  } catch (error) {
    if (!(error instanceof SocialError)) throw error
    app.log.info({ err: error, account: id }, 'a publishing limit could not be read')
    if (error.fault === 'rate_limited') return 'rate_limited'
    if (error.fault !== 'dead_token') return 'unreachable'
    await markDead(app, account, error.dead ?? 'revoked')
    return 'reconnect'
  }
}

/**
 * The fuller of the 24 hours before and after. Posts that were made elsewhere are in the network's figure alone, and
 * count while they are in the 24 hours.
 */
async function usedAround(
  app: App,
  businessId: number,
  accountId: number,
  {
    at,
    withoutPost,
    format,
    live,
  }: { at: Date; withoutPost: number | undefined; format: PostFormat | null; live: number },
): Promise<number> {
  const now = app.now()
  const plus = (days: number, to = at) => new Date(to.getTime() + days * dayMs)
  const { rows } = await sql<{ before: number; after: number; recent: number }>`
    select count(*) filter (where due_at > ${plus(-1)} and due_at <= ${at})::int as before,
      count(*) filter (where due_at >= ${at} and due_at < ${plus(1)})::int as after,
      count(*) filter (where state = 'posted' and posted_at > ${plus(-1, now)})::int as recent
    from social_publications
    where business_id = ${businessId} and account_id = ${accountId} and deleted_at is null
      and state not in ('failed', 'cancelled')
      and due_at > ${new Date(Math.min(plus(-1).getTime(), plus(-2, now).getTime()))} and due_at < ${plus(1)}
      ${format ? sql`and format = ${format}` : sql``}
      ${withoutPost === undefined ? sql`` : sql`and id <> ${withoutPost}`}`.execute(app.db)
  const { before = 0, after = 0, recent = 0 } = rows[0] ?? {}
  const elsewhere = at < plus(1, now) ? Math.max(0, live - recent) : 0
  return Math.max(before + elsewhere, after)
}
