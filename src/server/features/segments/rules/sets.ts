import { type RawBuilder, sql } from 'kysely'
import {
  type Deed,
  type MessageScope,
  type SegmentCondition,
  scopeOf,
  touchIds,
  type When,
} from '#contract/growth/segment-rules.ts'
import { placeSql, sharedAddresses } from '#server/features/leads/leads.ts'
import { addressStartSql, billedCategorySql, isCounted, leftAt } from '#server/features/messages/messages.ts'
import { passingCodes } from '#server/providers/meta/errors/error-catalogue.ts'
import { type Reading, within } from './reading.ts'

type Source = RawBuilder<unknown>

/** Conditions about what people did. */
export type OfSet = Extract<
  SegmentCondition,
  { about: 'consent' | 'message' | 'converted' | 'ad' | 'conversation' | 'optin' }
>

/**
 * The leads of what a condition says that people did, as queries with the column `lead_id`: a lead is in the set that is
 * in one of them.
 */
export function sourcesOf(condition: OfSet, reading: Reading): [Source, ...Source[]] {
  switch (condition.about) {
    case 'message':
      return condition.deed === 'clicked'
        ? clickSources(condition, reading)
        : [messageSet(condition, reading)]
    case 'converted':
      return purchaseSources(condition, reading)
    case 'consent':
      return [consentChanges(condition, reading)]
    case 'ad':
      return [adVisits(condition, reading)]
    case 'conversation':
      return [
        sql`select lead_id from conversations where business_id = ${reading.businessId}
          ${condition.state === 'any' ? sql`` : sql`and state = ${condition.state}`}`,
      ]
    case 'optin':
      return [
        sql`select lead_id from optin_proofs where business_id = ${reading.businessId} and outcome = 'opted_in'
          ${condition.form_id === null ? sql`` : sql`and form_id = ${condition.form_id}`}
          ${since(sql`at`, condition.when, reading)}`,
      ]
  }
}

/** Those of the leads themselves, and of people who are several leads: each of these leads has bought. */
function purchaseSources(condition: OfPurchase, reading: Reading): [Source, Source] {
  const { event, when, at_least: least, currency, country } = condition
  const { businessId } = reading
  const purchases = sql`conversions c where c.business_id = ${businessId} and c.counts
    ${event === undefined ? sql`` : sql`and lower(c.event) = lower(${event}::text)`} ${since(sql`c.at`, when, reading)}
    ${least === undefined ? sql`` : sql`and c.currency = ${currency} and c.amount - c.paid_back >= ${least}`}
    ${country === undefined ? sql`` : sql`and ${placeSql('country', sql`c.address`)} = ${country}`}
    ${creditedTo(condition, reading)}`
  return [
    sql`select c.lead_id from ${purchases}`,
    sql`select l.id as lead_id from ${sharedAddresses(businessId)} own
      join leads l on l.business_id = ${businessId} and (l.phone = own.address or l.bsuid = own.address)
      where own.person_id in (select bought.person_id from ${sharedAddresses(businessId)} bought
        join (select c.address from ${purchases}) p on p.address collate "default" = bought.address)`,
  ]
}

/** As Analytics counts them: each change of a consent, by when it was said. */
const consentChanges = ({ consent, when }: Extract<OfSet, { about: 'consent' }>, reading: Reading): Source =>
  sql`select lead_id from consent_changes where business_id = ${reading.businessId} and lead_id is not null
    and consent = ${sql.lit(consent)} ${since(sql`at`, when ?? null, reading)}`

type OfPurchase = Extract<OfSet, { about: 'converted' }>

/** Of conversions `c`, those that count for what the condition names, as Analytics counts them. */
function creditedTo(condition: OfPurchase, reading: Reading): Source {
  const { touch, by_read: byRead, template, category, phone_number_id } = condition
  const scope = scopeOf({ template, category, phone_number_id })
  const tests = (touches: '' | 'read_'): Source => {
    const column = (name: string) => sql.ref(`c.${touches}${name}`)
    const ids = Object.values(touchIds).flatMap((id) =>
      condition[id] === undefined ? [] : [sql`and ${column(id)} = ${condition[id]}`],
    )
    return sql`true
      ${touch === undefined ? sql`` : touch === 'none' ? sql`and ${column('touch')} is null` : sql`and ${column('touch')} = ${touch}`}
      ${sql.join(ids, sql` `)}
      ${isScoped(scope) ? sql`and exists (select from messages m where m.business_id = c.business_id and m.id = ${column('message_id')} ${inScope(scope, reading)})` : sql``}`
  }
  // Until both are looked for after an upgrade, what was kept before stands for both.
  return byRead
    ? sql`and case when c.both_touches then ${tests('read_')} else ${tests('')} end`
    : sql`and ${tests('')}`
}

/** As Analytics counts them: by the conversation in which a person came. */
function adVisits(
  { ad_id: ad, when, country, phone_number_id: number }: Extract<OfSet, { about: 'ad' }>,
  reading: Reading,
): Source {
  const { businessId } = reading
  return sql`select c.lead_id from ad_visits v
    join conversations c on c.business_id = v.business_id and c.id = v.conversation_id
    where v.business_id = ${businessId} ${ad === null ? sql`` : sql`and v.source_id = ${ad}`}
      ${country === undefined ? sql`` : sql`and ${placeSql('country', sql`v.address`)} = ${country}`}
      ${number === undefined ? sql`` : sql`and c.phone_number_id = ${number}`} ${since(sql`v.at`, when, reading)}`
}

/** Whether the set is made by reading all messages, which takes longer than to look it up for each lead. */
export const readsMessages = (condition: OfSet): boolean =>
  condition.about === 'message' && condition.deed !== 'clicked' && condition.deed !== 'answered'

type OfMessage = Extract<SegmentCondition, { about: 'message' }>

function messageSet(condition: OfMessage, reading: Reading): Source {
  const { deed, campaign_id: campaignId, when } = condition
  const { businessId } = reading
  if (deed === 'answered') {
    const toAny = sql`and message_id is not null and not exists (select from messages m
      where m.business_id = r.business_id and m.id = r.message_id and m.content_id = any (${chats(reading)}))`
    return sql`select lead_id from lead_replies r where business_id = ${businessId}
      ${campaignId === null ? toAny : sql`and campaign_id = ${campaignId}`}
      ${repliesTo(condition, reading)} ${since(sql`at`, when, reading)}`
  }
  const messages = messagesOf(reading, campaignId, condition)
  const { is, at } = deeds[deed as keyof typeof deeds]
  return sql`select m.lead_id from ${messages} where ${is} ${since(at, when, reading)}`
}

/**
 * Those of people alone, and the few from Meta's network, whose message has to be looked up: as one query with an "or"
 * the planner takes the look-up for as dear as if each click needed it.
 */
function clickSources(condition: OfMessage, reading: Reading): [Source, Source] {
  const { campaign_id: campaignId, link, when } = condition
  const ofClick = sql`k.business_id = ${reading.businessId} and k.kind = 'person'
    ${campaignId === null ? sql`` : sql`and k.campaign_id = ${campaignId}`}
    ${link === null ? sql`` : sql`and k.link = ${link}`} ${since(sql`k.clicked_at`, when, reading)}`
  const joinedMessages = sql`join messages m on m.business_id = k.business_id and m.id = k.message_id`
  const scope = isScoped(condition) ? inScope(condition, reading) : undefined
  return [
    sql`select k.lead_id from link_clicks k ${scope ? joinedMessages : sql``}
      where ${ofClick} and not k.from_provider ${scope ?? sql``}`,
    sql`select k.lead_id from link_clicks k ${joinedMessages}
      where ${ofClick} and k.from_provider and ${isCounted} ${scope ?? sql``}`,
  ]
}

/** By their campaign and not by its range of ids: the planner then knows how many there are. */
const messagesOf = (reading: Reading, campaignId: number | null, scope: MessageScope): Source =>
  sql`(select * from messages m where business_id = ${reading.businessId}
    ${campaignId === null ? sql`and content_id <> all (${chats(reading)})` : sql`and campaign_id = ${campaignId}`}
    ${inScope(scope, reading)}) m`

/** The contents of chats, which are conversations and no messages that Analytics counts. */
const chats = ({ businessId }: Reading): Source =>
  sql`array(select id from message_contents where business_id = ${businessId} and fixed @> '{"chat": true}')`

/** Conditions on messages `m`, as the figures of Analytics are kept. */
function inScope(scope: MessageScope, { businessId, zone }: Reading): Source {
  const {
    template,
    variant,
    code,
    category,
    country,
    day,
    days,
    their_hour: hour,
    phone_number_id: number,
  } = scope
  const ofTemplate = sql`and m.content_id in (select id from message_contents
    where business_id = ${businessId} and template_name = ${template ?? ''})`
  const planned = sql`(select c.category from message_contents c
    where c.business_id = ${businessId} and c.id = m.content_id)`
  const ofCategory = sql`and ${billedCategorySql(sql`m.price_category`, planned)} = ${category}`
  const theirs = sql`(${leftAt} at time zone coalesce(${placeSql('zone', addressStartSql(sql`m.recipient_phone`))}, ${zone}))`
  return sql`${template === undefined ? sql`` : ofTemplate}
    ${variant === undefined ? sql`` : sql`and m.variant = ${variant}`}
    ${code === undefined ? sql`` : sql`and m.error_code = ${code}`}
    ${category === undefined ? sql`` : ofCategory}
    ${country === undefined ? sql`` : sql`and ${placeSql('country', addressStartSql(sql`m.recipient_phone`))} = ${country}`}
    ${day === undefined ? sql`` : sql`and (${leftAt} at time zone ${zone})::date = ${day}::date`}
    ${days === undefined ? sql`` : sql`and (${leftAt} at time zone ${zone})::date between ${days.from}::date and ${days.to}::date`}
    ${number === undefined ? sql`` : sql`and m.phone_number_id = ${number}`}
    ${hour === undefined ? sql`` : sql`and extract(isodow from ${theirs}) = ${hour.weekday} and extract(hour from ${theirs}) = ${hour.hour}`}`
}

const isScoped = (scope: MessageScope): boolean => Object.keys(scopeOf(scope)).length > 0

/** By the message that a reply answers. */
function repliesTo(scope: MessageScope, reading: Reading): Source {
  if (!isScoped(scope)) return sql``
  return sql`and message_id in (select id from messages m
    where business_id = ${reading.businessId} ${inScope(scope, reading)})`
}

/** By the status of a message, and when it came to it. */
const deeds: Record<Exclude<Deed, 'clicked' | 'answered'>, { is: RawBuilder<boolean>; at: Source }> = {
  sent: {
    is: sql`m.status in ('sent', 'delivered', 'read')`,
    at: sql`coalesce(m.sent_at, m.accepted_at, m.created_at)`,
  },
  delivered: {
    is: sql`m.status in ('delivered', 'read')`,
    at: sql`coalesce(m.delivered_at, m.read_at)`,
  },
  read: { is: sql`m.status = 'read'`, at: sql`m.read_at` },
  failed: { is: sql`m.undelivered = 'failed'`, at: sql`m.failed_at` },
  failed_for_now: {
    is: sql`(m.undelivered = 'failed' and m.error_code = any(${[...passingCodes]}::int[]))`,
    at: sql`m.failed_at`,
  },
}

const since = (at: Source, when: When | null, reading: Reading): Source =>
  when ? sql`and ${within(at, when, reading)}` : sql``
