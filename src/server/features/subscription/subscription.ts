import { sql } from 'kysely'
import type { Outcomes } from '#contract/campaigns/parts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Plan, subscription } from '#contract/subscription.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { messageStatuses } from '#server/features/messages/messages.ts'
import { countPosts } from '#server/features/social/social.ts'
import { t } from '#server/messages/t.ts'

/** The one plan of an install that its owner runs: nothing is limited, because nobody sells it. */
const selfHosted = (): Plan => ({
  id: 'self-hosted',
  name: t('subscription.selfHosted'),
  limits: { messages: null, leads: null, campaigns: null, posts: null },
})

type Counts = { month_from: Date; leads: number; campaigns: number }

/** What a business used this month, the month of its own zone, beside what its plan allows. */
export async function getUsage(app: App, businessId: number): Promise<AnswerOf<typeof subscription.get>> {
  const { timezone } = await getBusiness(app, businessId)
  const now = app.now()
  const monthFrom = sql<Date>`date_trunc('month', ${now}::timestamptz at time zone ${timezone}) at time zone ${timezone}`
  const counted = await sql<Counts>`
    select ${monthFrom} as month_from,
      (select count(*)::int from leads where business_id = ${businessId}) as leads,
      (select count(*)::int from campaigns where business_id = ${businessId} and created_at >= ${monthFrom}) as campaigns`.execute(
    app.db,
  )
  const { month_from, leads, campaigns } = counted.rows[0]!
  const tally = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from messages
    where business_id = ${businessId} and created_at >= ${month_from} group by status`.execute(app.db)
  return {
    month_from: month_from.toISOString(),
    timezone,
    as_of: now.toISOString(),
    usage: {
      messages: outcomesOf(tally.rows),
      leads,
      campaigns,
      posts: await countPosts(app, businessId, month_from),
    },
    plan: selfHosted(),
    plans: [selfHosted()],
  }
}

function outcomesOf(rows: readonly { status: string; count: number }[]): Outcomes {
  const countOf = (status: string): number => rows.find((row) => row.status === status)?.count ?? 0
  const outcomes = Object.fromEntries(messageStatuses.map((status) => [status, countOf(status)]))
  return { planned: rows.reduce((sum, { count }) => sum + count, 0), ...outcomes } as Outcomes
}
