import { sql } from 'kysely'
import { categoryOf, type TemplateCategory } from '#contract/templates/draft.ts'
import type { TemplateUsage } from '#contract/templates.ts'
import type { App } from '#server/app.ts'
import { getLinked } from './rows.ts'

const campaignsListed = 20
const billedDays = 30

/** What uses a template, what became of its messages, and what they were billed as. */
export async function getUsage(app: App, businessId: number, templateId: number): Promise<TemplateUsage> {
  const { local } = await getLinked(app, businessId, templateId)
  const [campaigns, count, open, counted, billed] = await Promise.all([
    campaignsOf(app, businessId, templateId).limit(campaignsListed).execute(),
    campaignCount(app, businessId, templateId),
    campaignsOf(app, businessId, templateId)
      .where('c.status', 'in', ['Scheduled', 'Running', 'Paused'])
      .execute(),
    countByStatus(app, businessId, { templateId, providerId: local.provider_template_id }),
    countByPrice(app, businessId, { templateId, providerId: local.provider_template_id }),
  ])
  const { outcomes, lastSentAt } = counted
  const arrived = outcomes.delivered + outcomes.read
  const gone = arrived + outcomes.sent + outcomes.failed
  return {
    outcomes,
    delivery_rate: gone === 0 ? null : arrived / gone,
    read_rate: arrived === 0 ? null : outcomes.read / arrived,
    last_sent_at: lastSentAt?.toISOString() ?? null,
    campaigns: campaigns.map((row) => ({ ...row, scheduled_at: row.scheduled_at.toISOString() })),
    campaign_count: count,
    open_campaigns: open.map(({ id, name, status }) => ({ id, name, status })),
    billed,
  }
}

/** Those that send it, as a version of their A/B test too. */
function campaignsUsing(app: App, businessId: number, templateId: number) {
  return app.db
    .selectFrom('campaigns as c')
    .where('c.business_id', '=', businessId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('c.template_id', '=', templateId),
        exists(
          selectFrom('campaign_variants as v')
            .select('v.campaign_id')
            .where('v.business_id', '=', businessId)
            .whereRef('v.campaign_id', '=', 'c.id')
            .where('v.template_id', '=', templateId),
        ),
      ]),
    )
}

function campaignsOf(app: App, businessId: number, templateId: number) {
  return campaignsUsing(app, businessId, templateId)
    .select(['c.id', 'c.name', 'c.status', 'c.scheduled_at'])
    .orderBy('c.scheduled_at', 'desc')
    .orderBy('c.id', 'desc')
}

async function campaignCount(app: App, businessId: number, templateId: number): Promise<number> {
  const { count } = await campaignsUsing(app, businessId, templateId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type Which = { templateId: number; providerId: string | null }

/**
 * Campaigns name their template, and so do the versions of their A/B tests; a single send names a content, and that
 * names its template.
 */
function messagesOf(app: App, businessId: number, { templateId, providerId }: Which) {
  return app.db
    .selectFrom('messages as m')
    .where('m.business_id', '=', businessId)
    .where((where) =>
      where.or([
        where.and([
          where('m.variant', 'is', null),
          where(
            'm.campaign_id',
            'in',
            where
              .selectFrom('campaigns')
              .select('id')
              .where('business_id', '=', businessId)
              .where('template_id', '=', templateId),
          ),
        ]),
        where(
          where.refTuple('m.campaign_id', 'm.variant'),
          'in',
          where
            .selectFrom('campaign_variants')
            .select(['campaign_id', 'variant'])
            .where('business_id', '=', businessId)
            .where('template_id', '=', templateId)
            .$asTuple('campaign_id', 'variant'),
        ),
        where.and([
          where('m.campaign_id', 'is', null),
          where(
            'm.content_id',
            'in',
            where
              .selectFrom('message_contents as c')
              .select('c.id')
              .where('c.business_id', '=', businessId)
              .where((content) =>
                content.or([
                  content('c.template_id', '=', templateId),
                  ...(providerId === null ? [] : [content('c.provider_template_id', '=', providerId)]),
                ]),
              ),
          ),
        ]),
      ]),
    )
}

async function countByStatus(
  app: App,
  businessId: number,
  which: Which,
): Promise<{ outcomes: TemplateUsage['outcomes']; lastSentAt: Date | null }> {
  const rows = await messagesOf(app, businessId, which)
    .select(({ fn }) => [
      'm.status',
      fn.countAll<number>().as('count'),
      fn.max('m.accepted_at').as('last_accepted_at'),
    ])
    .groupBy('m.status')
    .execute()
  const outcomes = {
    total: 0,
    queued: 0,
    sending: 0,
    sent: 0,
    delivered: 0,
    read: 0,
    failed: 0,
    unknown: 0,
    skipped: 0,
    cancelled: 0,
  }
  let lastSentAt: Date | null = null
  for (const { status, count, last_accepted_at } of rows) {
    outcomes[status as keyof typeof outcomes] = count
    outcomes.total += count
    if (last_accepted_at && (!lastSentAt || last_accepted_at > lastSentAt)) lastSentAt = last_accepted_at
  }
  return { outcomes, lastSentAt }
}

async function countByPrice(app: App, businessId: number, which: Which): Promise<TemplateUsage['billed']> {
  const since = new Date(app.now().getTime() - billedDays * 86_400_000)
  const rows = await messagesOf(app, businessId, which)
    .select(({ fn }) => [
      'm.price_category',
      fn.countAll<number>().as('count'),
      sql<number>`count(*) filter (where m.price_type like 'free%')`.as('free'),
    ])
    .where('m.status', 'in', ['delivered', 'read'])
    .where('m.accepted_at', '>', since)
    .where('m.price_category', 'is not', null)
    .groupBy('m.price_category')
    .execute()
  const byCategory = new Map<TemplateCategory, { messages: number; free: number }>()
  for (const { price_category, count, free } of rows) {
    const category = categoryOf(price_category!)
    const known = byCategory.get(category) ?? { messages: 0, free: 0 }
    byCategory.set(category, { messages: known.messages + count, free: known.free + free })
  }
  return [...byCategory].map(([category, counts]) => ({ category, ...counts }))
}
