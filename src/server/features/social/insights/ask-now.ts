import { sql } from 'kysely'
import { type Platform, platformNames } from '#contract/social/networks.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { enqueueInsights } from './fetch-insights.ts'
import { longestDays } from './insight-times.ts'

/** An account is asked for at most so often by people. */
const oncePerSeconds = 60
/** The newest posts of an account; older ones follow by their schedule. */
const mostPosts = 100

/**
 * Fetches a platform's figures now. @returns how many accounts are asked; none where all were asked within a minute.
 */
export async function askNow(app: App, businessId: number, platform: Platform): Promise<number> {
  const now = app.now()
  const since = new Date(now.getTime() - longestDays * 86_400_000)
  return await app.transaction(async (tx) => {
    const accounts = await tx.db
      .selectFrom('social_accounts')
      .select('id')
      .where('business_id', '=', businessId)
      .where('platform', '=', platform)
      .where('status', '=', 'connected')
      .orderBy('id')
      .execute()
    if (accounts.length === 0)
      throw new AppError('rule_broken', t('social.analytics.noAccount', { network: platformNames[platform] }))
    let asked = 0
    for (const { id } of accounts) {
      const { rows } = await sql`
        insert into social_insight_runs as r (business_id, account_id, due_at, asked_at)
        values (${businessId}, ${id}, ${now}, ${now})
        on conflict (business_id, account_id) do update set due_at = ${now}, asked_at = ${now}
          where r.asked_at is null or r.asked_at <= ${new Date(now.getTime() - oncePerSeconds * 1000)}
        returning 1`.execute(tx.db)
      if (rows.length === 0) continue
      asked++
      await sql`
        update social_publications set insights_due_at = ${now}
        where business_id = ${businessId} and id in (
          select id from social_publications where business_id = ${businessId} and platform = ${platform}
            and state = 'posted' and deleted_at is null and account_id = ${id} and posted_at > ${since}
            and external_post_id is not null
          order by posted_at desc, id desc limit ${mostPosts}) and state = 'posted'`.execute(tx.db)
      await enqueueInsights(tx, { business_id: businessId, account_id: id, platform })
    }
    return asked
  })
}
