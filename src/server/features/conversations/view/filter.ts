import { type RawBuilder, sql } from 'kysely'
import type { ConversationFilter, ConversationView } from '#contract/conversations/filter.ts'
import type { App } from '#server/app.ts'
import { findInConversations } from './find.ts'

/** From here on little time is left to answer freely. */
const closingHours = 2

export const whereView = (view: ConversationView, userId: number): RawBuilder<unknown> => {
  switch (view) {
    case 'all':
      return sql`true`
    case 'mine':
      return sql`c.state = 'open' and c.assigned_to = ${userId}`
    case 'unassigned':
      return sql`c.state = 'open' and c.assigned_to is null`
    case 'open':
    case 'snoozed':
    case 'closed':
      return sql`c.state = ${view}`
  }
}

/** What a filter asks of a conversation `c`, for the list and for changes of all that it finds. */
export async function whereFilter(
  app: App,
  { businessId, userId }: { businessId: number; userId: number },
  filter: ConversationFilter,
): Promise<RawBuilder<unknown>> {
  const found = filter.search ? await findInConversations(app, businessId, filter.search) : undefined
  const now = app.now()
  const soon = new Date(now.getTime() + closingHours * 3_600_000)
  const where = [
    sql`c.business_id = ${businessId}`,
    whereView(filter.view ?? (found ? 'all' : 'open'), userId),
    ...(found ? [found] : []),
    ...(filter.assigned_to ? [sql`c.assigned_to = ${filter.assigned_to}`] : []),
    ...(filter.phone_number_id ? [sql`c.phone_number_id = ${filter.phone_number_id}`] : []),
    ...(filter.labels?.length ? [sql`c.labels && ${filter.labels}::text[]`] : []),
    ...(filter.campaign_id ? [await gotCampaign(app, businessId, filter.campaign_id)] : []),
    ...(filter.unread ? [sql`c.last_inbound_id > c.read_inbound_id`] : []),
    ...(filter.unanswered ? [isUnanswered] : []),
    ...(filter.closing
      ? [sql`c.window_until > ${now}::timestamptz and c.window_until < ${soon}::timestamptz`]
      : []),
  ]
  return sql.join(where, sql` and `)
}

/** Up to so many messages of a campaign are read at once; of more, the newest conversations are asked one by one. */
const fewMessages = 3000

/**
 * Conversations of people who got a campaign. Whom few got is read from its messages: asked one by one, all
 * conversations that are newer than theirs would come first. They stand together in the outbox, from the first to the
 * last of its dispatch.
 */
async function gotCampaign(app: App, businessId: number, campaignId: number): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ first: number; last: number }>`
    select first_id as first, last_id as last from dispatches
    where business_id = ${businessId} and campaign_id = ${campaignId}`.execute(app.db)
  const [sent] = rows
  if (!sent) return sql`false`
  const isGot = sql`m.campaign_id = ${campaignId} and m.status not in ('skipped', 'cancelled', 'queued')`
  if (Number(sent.last) - Number(sent.first) < fewMessages) {
    return sql`c.id = any(array(
      select a.conversation_id from messages m
      join conversation_addresses a on a.business_id = m.business_id
        and a.address = m.recipient_phone collate "default"
      where m.business_id = ${businessId} and m.id between ${sent.first} and ${sent.last} and ${isGot}))`
  }
  return sql`exists (
    select from conversation_addresses a
    join messages m on m.business_id = a.business_id and m.recipient_phone = a.address collate "C"
    where a.business_id = c.business_id and a.conversation_id = c.id and ${isGot})`
}

/** Nothing of ours came after their newest message, neither from here nor from the phone app. */
const isUnanswered = sql`(c.last_inbound_at is not null
  and not exists (
    select from conversation_sends s join messages m on m.business_id = s.business_id and m.id = s.message_id
    where s.business_id = c.business_id and s.conversation_id = c.id and s.at >= c.last_inbound_at
      and s.reaction_to is null and m.status not in ('cancelled', 'failed', 'skipped'))
  and not exists (
    select from inbound_messages i where i.business_id = c.business_id and i.conversation_id = c.id
      and i.at >= c.last_inbound_at and i.echo))`
