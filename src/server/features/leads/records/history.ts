import { sql } from 'kysely'
import type { LeadEvent } from '#contract/leads/views.ts'
import type { Lead } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { repliesOf } from '../inbound/list-replies.ts'

/** How many messages and consent changes the page of a lead shows, the newest. */
const maxEvents = 200

/**
 * What happened to a lead, the newest first: where it came from, each consent change, each message, each ad.
 * @param addresses all phones and user ids of the person.
 */
export async function historyOf(
  app: App,
  businessId: number,
  lead: Lead,
  addresses: readonly string[],
): Promise<LeadEvent[]> {
  const [origins, consents, messages, ads, replies] = await Promise.all([
    originsOf(app, businessId, lead),
    consentsOf(app, businessId, lead, addresses),
    messagesTo(app, businessId, addresses),
    adsOf(app, businessId, addresses),
    repliesOf(app, businessId, lead, { addresses, limit: maxEvents }),
  ])
  // Older replies were not stored: only their time is known.
  const known = replies.length > 0 ? origins.filter(({ kind }) => kind !== 'inbound') : origins
  return [...consents, ...messages, ...ads, ...replies, ...known].sort((a, b) => b.at.localeCompare(a.at))
}

/** Where the lead came from, and when they last sent a message. */
async function originsOf(app: App, businessId: number, lead: Lead): Promise<LeadEvent[]> {
  const from = await app.db
    .selectFrom('leads')
    .leftJoin('lead_imports', (join) =>
      join
        .onRef('lead_imports.business_id', '=', 'leads.business_id')
        .onRef('lead_imports.id', '=', 'leads.import_id'),
    )
    .select(['lead_imports.file_name', 'leads.last_inbound_at'])
    .where('leads.business_id', '=', businessId)
    .where('leads.id', '=', lead.id)
    .executeTakeFirst()
  const sentence = from?.file_name
    ? t('leads.history.imported', { file: from.file_name })
    : isOrigin(lead.source)
      ? t(`leads.history.origins.${lead.source}`)
      : t('leads.history.added')
  const plain = { details: null, status: null, message_id: null }
  const wrote = from?.last_inbound_at?.toISOString()
  return [
    ...(wrote
      ? [{ at: wrote, kind: 'inbound' as const, sentence: t('leads.history.lastInbound'), ...plain }]
      : []),
    { at: lead.created_at, kind: 'added', sentence, ...plain },
  ]
}

const origins = ['manual', 'csv', 'api', 'openstreetmap', 'inbound', 'number_changed'] as const
/** A program may name a source of its own. */
const isOrigin = (source: string): source is (typeof origins)[number] =>
  (origins as readonly string[]).includes(source)

async function consentsOf(
  app: App,
  businessId: number,
  lead: Lead,
  addresses: readonly string[],
): Promise<LeadEvent[]> {
  const rows = await app.db
    .selectFrom('consent_changes')
    .leftJoin('users', (join) =>
      join
        .onRef('users.business_id', '=', 'consent_changes.business_id')
        .onRef('users.id', '=', 'consent_changes.user_id'),
    )
    .select(['consent', 'source', 'details', 'at', 'users.name as by'])
    .where('consent_changes.business_id', '=', businessId)
    // Includes changes of the number while it belonged to no lead, or to a deleted one.
    .where((change) =>
      change.or([
        change('lead_id', '=', lead.id),
        change.and([change('lead_id', 'is', null), change('phone', 'in', [...addresses])]),
      ]),
    )
    .orderBy('consent_changes.id', 'desc')
    .limit(maxEvents)
    .execute()
  return rows.map(({ consent, source, details, at, by }) => ({
    at: at.toISOString(),
    kind: 'consent',
    sentence: t(by ? 'leads.history.consentBy' : 'leads.history.consent', {
      consent,
      way: source,
      by: by ?? '',
    }),
    details,
    status: consent,
    message_id: null,
  }))
}

async function messagesTo(app: App, businessId: number, addresses: readonly string[]): Promise<LeadEvent[]> {
  const rows = await app.db
    .selectFrom('messages')
    .innerJoin('message_contents', (join) =>
      join
        .onRef('message_contents.business_id', '=', 'messages.business_id')
        .onRef('message_contents.id', '=', 'messages.content_id'),
    )
    .leftJoin('campaigns', (join) =>
      join
        .onRef('campaigns.business_id', '=', 'messages.business_id')
        .onRef('campaigns.id', '=', 'messages.campaign_id'),
    )
    .select([
      'messages.id',
      'messages.status',
      'messages.error_title',
      'message_contents.template_name',
      'campaigns.name as campaign',
      sql<Date>`coalesce(messages.read_at, messages.delivered_at, messages.sent_at, messages.failed_at,
        messages.accepted_at, messages.created_at)`.as('at'),
    ])
    .where('messages.business_id', '=', businessId)
    .where('recipient_phone', 'in', [...addresses])
    .orderBy('messages.id', 'desc')
    .limit(maxEvents)
    .execute()
  return rows.map(({ id, status, error_title, template_name, campaign, at }) => ({
    at: at.toISOString(),
    kind: 'message',
    sentence: campaign
      ? t('leads.history.campaign', { name: campaign })
      : t('leads.history.message', { template: template_name }),
    details: error_title,
    status,
    message_id: id,
  }))
}

/** The ads and posts from which the person wrote, each message once. An ad without a headline is named by its id. */
async function adsOf(app: App, businessId: number, addresses: readonly string[]): Promise<LeadEvent[]> {
  const { rows } = await sql<{ at: Date; kind: string | null; name: string | null }>`
    select m.at, m.referral ->> 'sourceType' as kind,
      coalesce(nullif(trim(m.referral ->> 'headline'), ''), m.referral ->> 'sourceId') as name
    from inbound_messages m
    where m.business_id = ${businessId} and m.referral is not null and not m.echo
      and m.conversation_id in (select a.conversation_id from conversation_addresses a
        where a.business_id = ${businessId} and a.address = any(${[...addresses]}::text[]))
    order by m.at desc, m.id desc
    limit ${maxEvents}`.execute(app.db)
  return rows.map(({ at, kind, name }) => ({
    at: at.toISOString(),
    kind: 'inbound',
    sentence: name
      ? t('leads.history.fromAdNamed', { kind: kind ?? 'ad', name })
      : t('leads.history.fromAd', { kind: kind ?? 'ad' }),
    details: null,
    status: null,
    message_id: null,
  }))
}
