import { type RawBuilder, sql } from 'kysely'
import type { Analytics, AnalyticsQuery, Money, Touch } from '#contract/analytics/analytics.ts'
import type { App } from '#server/app.ts'
import { placeOf, prefixLength } from '#server/features/leads/leads.ts'
import { addressStartSql, billedCategorySql } from '#server/features/messages/messages.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { getExchangeRates } from '../conversions/exchange-rates.ts'
import { getSettings } from '../conversions/settings.ts'
import type { Period } from './period.ts'

type Line = {
  touch: Touch | null
  id: string | null
  name: string | null
  currency: string | null
  by_read: boolean
  now: boolean
  count: number
  amount: number
}

const bounds = (period: Period) =>
  sql`(${period.beforeFrom}::date::timestamp at time zone ${period.timezone})`
const start = (period: Period) => sql`(${period.from}::date::timestamp at time zone ${period.timezone})`
const end = (period: Period) => sql`((${period.to}::date + 1)::timestamp at time zone ${period.timezone})`

/** What people did in a period and is let through by the filter, and what they had to do with last before. */
export async function readConversions(
  app: App,
  businessId: number,
  filter: AnalyticsQuery,
  period: Period,
): Promise<Analytics['conversions']> {
  const inCountry = await ofCountry(app, businessId, filter, period)
  const headline = sql`(select a.headline from ad_visits a where a.business_id = v.business_id
    and ${onNodeOf(businessId, 'a.business_id')} and a.source_id = w.ad_id and a.address = v.address
    order by a.at desc limit 1)`
  const [{ rows }, settings, exchangeRates] = await Promise.all([
    sql<Line>`
      select w.by_read, w.touch, coalesce(w.campaign_id::text, w.sequence_id::text, w.ad_id, w.form_id::text) as id,
        max(coalesce(c.name, s.name, f.name, case when w.touch = 'ad' then ${headline} end)) as name, v.currency, v.at >= ${start(period)} as now,
        (count(*) filter (where v.counts))::int as count, coalesce(sum(v.amount), 0)::bigint as amount
      from conversions v
      cross join lateral (
        select * from (values
          (true, false, v.touch, v.message_id, v.campaign_id, v.sequence_id, v.ad_id, v.form_id),
          (v.both_touches, true, v.read_touch, v.read_message_id, v.read_campaign_id, v.read_sequence_id, v.read_ad_id,
            v.read_form_id),
          -- Until both are looked for after an upgrade, what was kept before stands for both.
          (not v.both_touches, true, v.touch, v.message_id, v.campaign_id, v.sequence_id, v.ad_id, v.form_id)
        ) r (holds, by_read, touch, message_id, campaign_id, sequence_id, ad_id, form_id) where r.holds
      ) w
      left join campaigns c on c.business_id = v.business_id and c.id = w.campaign_id
      left join sequences s on s.business_id = v.business_id and s.id = w.sequence_id
      left join optin_forms f on f.business_id = v.business_id and f.id = w.form_id
      where v.business_id = ${businessId} and v.at >= ${bounds(period)} and v.at < ${end(period)}
        ${ofMessages(filter)} ${taggedAs(filter, sql`v.lead_id`, sql`v.address`)} ${inCountry(sql`v.address`)}
      group by 1, 2, 3, 5, 6`.execute(app.db),
    getSettings(app, businessId),
    getExchangeRates(app, businessId),
  ])
  const groups = Map.groupBy(rows, ({ touch, id }) => `${touch} ${id}`)
  return {
    ...attributed(rows, false),
    before: countOf(rows, false),
    by_read: attributed(rows, true),
    by: [...groups.values()]
      .map((lines) => ({
        touch: lines[0]!.touch,
        id: lines[0]!.id,
        name: lines.find(({ name }) => name !== null)?.name ?? null,
        ...attributed(lines, false),
        by_read: attributed(lines, true),
      }))
      .filter((origin) => isAny(origin) || isAny(origin.by_read))
      .sort(mostFirst),
    ...settings,
    exchange_rates: exchangeRates,
  }
}

/** Of rows `v` of `conversions` with a touch `w`, those whose touch was a message that the filter asks for. */
function ofMessages({
  campaign_id,
  template,
  category,
  phone_number_id,
}: AnalyticsQuery): RawBuilder<unknown> {
  const campaign = campaign_id === undefined ? sql`` : sql`and w.campaign_id = ${campaign_id}`
  if (template === undefined && category === undefined && phone_number_id === undefined) return campaign
  return sql`${campaign} and exists (
    select from messages m join message_contents c on c.business_id = m.business_id and c.id = m.content_id
    where m.business_id = v.business_id and m.id = w.message_id and ${isAskedFor({ template, category, phone_number_id })})`
}

/** Of messages `m` with their content `c`. */
const isAskedFor = (filter: AnalyticsQuery): RawBuilder<unknown> => sql`
  (${filter.template ?? null}::text is null or c.template_name = ${filter.template ?? null})
  and (${filter.category ?? null}::text is null
    or ${billedCategorySql(sql`m.price_category`, sql`c.category`)} = ${filter.category ?? null})
  and (${filter.phone_number_id ?? null}::text is null or m.phone_number_id = ${filter.phone_number_id ?? null})`

/** Of rows `v`, those of people who have the tag today. */
const taggedAs = (
  { tag }: AnalyticsQuery,
  leadId: RawBuilder<unknown>,
  address: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  tag === undefined
    ? sql``
    : sql`and exists (select from leads l where l.business_id = v.business_id and l.tags @> array[${tag}::text]
        and l.id = coalesce(${leadId}, (select id from leads p where p.business_id = v.business_id and p.phone = ${address})))`

/** Keeps addresses of the filter's country, by how those of the period begin. */
async function ofCountry(
  app: App,
  businessId: number,
  { country }: AnalyticsQuery,
  period: Period,
): Promise<(address: RawBuilder<unknown>) => RawBuilder<unknown>> {
  if (country === undefined) return () => sql``
  const { rows } = await sql<{ prefix: string }>`
    select left(address, ${prefixLength}) as prefix from conversions
    where business_id = ${businessId} and at >= ${bounds(period)}
    union
    select left(address, ${prefixLength}) from ad_visits
    where business_id = ${businessId} and at >= ${start(period)} and at < ${end(period)}`.execute(app.db)
  const theirs = rows.map(({ prefix }) => prefix).filter((prefix) => placeOf(prefix).country === country)
  return (address) => sql`and left(${address}, ${prefixLength}) = any(${theirs}::text[])`
}

type Counted = { touch: string | null; id: string | null; count: number; by_read: { count: number } }

/** What came after nothing of ours stands behind what is as many; the order is the same at each reading. */
const mostFirst = (a: Counted, b: Counted): number =>
  b.count - a.count ||
  b.by_read.count - a.by_read.count ||
  Number(a.touch === null) - Number(b.touch === null) ||
  `${a.touch} ${a.id}`.localeCompare(`${b.touch} ${b.id}`)

const countOf = (lines: readonly Line[], now: boolean, byRead = false): number =>
  lines.reduce((sum, line) => (line.now === now && line.by_read === byRead ? sum + line.count : sum), 0)

const attributed = (lines: readonly Line[], byRead: boolean): { count: number; money: Money[] } => ({
  count: countOf(lines, true, byRead),
  money: moneyOf(lines.filter(({ by_read }) => by_read === byRead)),
})

const isAny = ({ count, money }: { count: number; money: readonly Money[] }): boolean =>
  count > 0 || money.some(({ amount }) => amount !== 0)

/** One line for each currency: amounts of different ones are never added up. */
function moneyOf(lines: readonly Pick<Line, 'currency' | 'now' | 'amount'>[]): Money[] {
  const found = new Map<string, Money>()
  for (const { currency, now, amount } of lines) {
    if (currency === null) continue
    const money = found.get(currency) ?? { currency, amount: 0, before: 0 }
    found.set(currency, money)
    money[now ? 'amount' : 'before'] += Number(amount)
  }
  return [...found.values()].sort((a, b) => b.amount - a.amount)
}

/** Messages of the period, let through by the filter, after which people converted: each once, however much they bought. */
export async function readConverted(
  app: App,
  businessId: number,
  filter: AnalyticsQuery,
  period: Period,
): Promise<{ converted: number; converted_before: number }> {
  const { rows } = await sql<{ prefix: string; now: boolean; count: number }>`
    select ${prefixFor(filter)} as prefix, v.message_at >= ${start(period)} as now,
      count(distinct v.message_id)::int as count
    from ${convertedMessages(businessId, filter)}
      and v.message_at >= ${bounds(period)} and v.message_at < ${end(period)}
    group by 1, 2`.execute(app.db)
  const theirs = rows.filter((row) => isInCountry(row, filter))
  return {
    converted: theirs.reduce((sum, { now, count }) => (now ? sum + count : sum), 0),
    converted_before: theirs.reduce((sum, { now, count }) => (now ? sum : sum + count), 0),
  }
}

/** The same of the versions of A/B tests. @returns how many messages by campaign and version, as in `12 2`. */
export async function readConvertedVersions(
  app: App,
  businessId: number,
  filter: AnalyticsQuery,
  period: Period,
  campaignIds: readonly number[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ prefix: string; version: string; count: number }>`
    select ${prefixFor(filter)} as prefix, m.campaign_id || ' ' || m.variant as version,
      count(distinct v.message_id)::int as count
    from ${convertedMessages(businessId, filter)} and m.campaign_id = any(${[...campaignIds]}::bigint[])
      and m.variant is not null and v.message_at >= ${start(period)} and v.message_at < ${end(period)}
    group by 1, 2`.execute(app.db)
  const counts = new Map<string, number>()
  for (const row of rows)
    if (isInCountry(row, filter)) counts.set(row.version, (counts.get(row.version) ?? 0) + row.count)
  return counts
}

/** Conversions `v` that count, with the message `m` that they followed, as far as the filter lets them through. */
function convertedMessages(businessId: number, filter: AnalyticsQuery): RawBuilder<unknown> {
  const tagged = sql`and exists (select from leads l where l.business_id = m.business_id and l.id = m.lead_id
    and l.tags @> array[${filter.tag ?? ''}::text])`
  return sql`conversions v
    join messages m on m.business_id = v.business_id and m.id = v.message_id
    join message_contents c on c.business_id = m.business_id and c.id = m.content_id
    where v.business_id = ${businessId} and v.counts
      and (${filter.campaign_id ?? null}::bigint is null or m.campaign_id = ${filter.campaign_id ?? null})
      and ${isAskedFor(filter)} ${filter.tag === undefined ? sql`` : tagged}`
}

/** How the address of message `m` begins, where the filter asks for a country. */
const prefixFor = ({ country }: AnalyticsQuery): RawBuilder<string> =>
  country === undefined ? sql<string>`''` : addressStartSql(sql`m.recipient_phone`)

const isInCountry = ({ prefix }: { prefix: string }, { country }: AnalyticsQuery): boolean =>
  country === undefined || placeOf(prefix).country === country

type Ad = Omit<Analytics['ads'][number], 'money' | 'conversions'>

/**
 * Ads and posts from which people wrote in a period: conversations, leads, opt-ins, and what they did afterwards. Of the
 * filter, country, tag and number hold: nobody comes from an ad by a campaign or a template.
 */
export async function readAds(
  app: App,
  businessId: number,
  filter: AnalyticsQuery,
  period: Period,
): Promise<Analytics['ads']> {
  const inCountry = await ofCountry(app, businessId, filter, period)
  const number = filter.phone_number_id
  const ofNumber = number === undefined ? sql`` : sql`and c.phone_number_id = ${number}`
  const byNumber =
    number === undefined
      ? sql``
      : sql`and exists (select from ad_visits a join conversations c on c.business_id = a.business_id and c.id = a.conversation_id
          where a.business_id = v.business_id and a.address = v.address and a.source_id = v.ad_id ${ofNumber})`
  const [{ rows: ads }, { rows: sales }] = await Promise.all([
    sql<Ad>`
      select v.source_type, v.source_id as ad_id, (array_agg(v.headline order by v.at desc))[1] as headline,
        (array_agg(v.url order by v.at desc))[1] as url, count(distinct v.conversation_id)::int as conversations,
        count(distinct l.id)::int as leads,
        (count(distinct l.id) filter (where l.consent = 'opted_in' and l.consent_at >= v.at))::int as opted_in
      from ad_visits v
      join conversations c on c.business_id = v.business_id and c.id = v.conversation_id
      left join leads l on l.business_id = v.business_id and l.id = c.lead_id
      where v.business_id = ${businessId} and v.at >= ${start(period)} and v.at < ${end(period)}
        ${ofNumber} ${taggedAs(filter, sql`c.lead_id`, sql`v.address`)} ${inCountry(sql`v.address`)}
      group by 1, 2 order by conversations desc, ad_id limit 200`.execute(app.db),
    sql<{ ad_id: string; currency: string | null; count: number; amount: number }>`
      select v.ad_id, v.currency, (count(*) filter (where v.counts))::int as count,
        coalesce(sum(v.amount), 0)::bigint as amount
      from conversions v
      where v.business_id = ${businessId} and v.touch = 'ad' and v.touched_at >= ${start(period)}
        and v.touched_at < ${end(period)}
        ${byNumber} ${taggedAs(filter, sql`v.lead_id`, sql`v.address`)} ${inCountry(sql`v.address`)}
      group by 1, 2`.execute(app.db),
  ])
  return ads.map((ad) => {
    const own = sales.filter(({ ad_id }) => ad_id === ad.ad_id)
    return {
      ...ad,
      conversions: own.reduce((sum, { count }) => sum + count, 0),
      money: moneyOf(own.map((sale) => ({ ...sale, now: true }))),
    }
  })
}
