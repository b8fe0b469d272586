import type { z } from 'zod'
import type { CampaignStatus } from '#contract/campaigns.ts'
import type { dashboard } from '#contract/dashboard.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { App } from '#server/app.ts'
import { getBusiness, isOperator } from '#server/features/accounts/accounts.ts'
import { campaignsIn, paceOf } from '#server/features/campaigns/campaigns.ts'
import { waitingReason } from '#server/features/messages/messages.ts'
import { findSender, peopleWrittenTo } from '#server/features/onboarding/onboarding.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { countCampaigns, countLeads, countMessages, countToday } from './figures.ts'
import { yourTurn } from './your-turn.ts'

/** Campaigns with a live bar; whoever runs more sees them all in the list. */
const liveBars = 5

/** All that the dashboard shows, by queries that stay cheap when there are millions of messages. */
export async function getDashboard(
  app: App,
  { businessId, userId }: Caller,
): Promise<AnswerOf<typeof dashboard.stats>> {
  const { timezone } = await getBusiness(app, businessId)
  const [leads, messages, campaigns, today, limit, running, turns] = await Promise.all([
    countLeads(app, businessId, timezone),
    countMessages(app, businessId, timezone),
    countCampaigns(app, businessId),
    countToday(app, businessId, timezone),
    limitOf(app, businessId),
    campaignsIn(app, businessId, ['Running'], liveBars),
    yourTurn(app, businessId, { isOperator: isOperator(userId) }),
  ])
  return {
    stats: {
      leads: leads.total,
      messages: messages.total,
      campaigns: campaigns.running + campaigns.scheduled + campaigns.paused,
    },
    leads: { this_week: leads.this_week, with_consent: leads.with_consent, days: leads.days },
    messages: { days: messages.days },
    campaigns,
    today: { ...today, ...limit },
    running: await Promise.all(running.map((campaign) => withPace(app, businessId, campaign))),
    your_turn: turns,
    timezone,
  }
}

type Listed = Awaited<ReturnType<typeof campaignsIn>>[number]
type Running = z.input<typeof dashboard.stats.response>['running'][number]

async function withPace(app: App, businessId: number, campaign: Listed): Promise<Running> {
  const { outcomes, id, phone_number_id } = campaign
  const sender = await findSender(app, businessId, phone_number_id)
  const [pace, waiting] = await Promise.all([
    paceOf(app, {
      businessId,
      campaignId: id,
      running: (campaign.status satisfies CampaignStatus) === 'Running',
      waiting: outcomes.queued + outcomes.sending,
      limit: sender?.throughput_per_second ?? null,
      share: outcomes.planned ? (outcomes.planned - outcomes.skipped) / outcomes.planned : 1,
    }),
    waitingReason(app, businessId, phone_number_id),
  ])
  return { ...campaign, pace, waiting }
}

async function limitOf(
  app: App,
  businessId: number,
): Promise<{ limit: number | null; left_under_limit: number | null }> {
  const sender = await findSender(app, businessId)
  if (!sender || sender.messaging_limit === null) return { limit: null, left_under_limit: null }
  const written = await peopleWrittenTo(app, sender)
  return { limit: sender.messaging_limit, left_under_limit: Math.max(0, sender.messaging_limit - written) }
}
