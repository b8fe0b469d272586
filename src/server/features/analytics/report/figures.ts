import { type RawBuilder, sql } from 'kysely'
import type { AnalyticsQuery, Counts } from '#contract/analytics/analytics.ts'
import type { App } from '#server/app.ts'
import { codesOf } from '#server/providers/meta/errors/error-classes.ts'
import { isHourly, type Period } from './period.ts'

export const noCounts: Counts = {
  sent: 0,
  delivered: 0,
  read: 0,
  clicked: 0,
  replied: 0,
  opted_out: 0,
  failed: 0,
  blocked: 0,
  unknown: 0,
}

/** A block is a failure with one of the provider's codes, which the figures keep apart. */
const blockCodes = sql.join(codesOf('blocked').map((code) => sql.lit(String(code))))

export const sums = sql.join(
  Object.keys(noCounts).map((name) =>
    name === 'blocked'
      ? sql`coalesce(sum(failed) filter (where failure in (${blockCodes})), 0)::int as blocked`
      : sql.raw(`coalesce(sum(${name}), 0)::int as ${name}`),
  ),
)

/** What is added up of kept rows before it is added up for each card: blocks count as failures of their code. */
const firstSums = sql.join(
  Object.keys(noCounts)
    .filter((name) => name !== 'blocked')
    .map((name) => sql.raw(`sum(${name})::int as ${name}`)),
)

/** The kept figures that a filter asks for: of all messages, or of those to people with a tag. */
export const keptFigures = (businessId: number, { tag }: AnalyticsQuery): RawBuilder<unknown> =>
  tag === undefined
    ? sql`(select * from analytics_messages where business_id = ${businessId}) kept`
    : sql`(select * from analytics_tagged where business_id = ${businessId} and tag = ${tag}) kept`

/** A line of one of the cards: `card` says of which, and the columns of the others are null. */
type Line = Counts & {
  card: 'total' | 'steps' | 'hours' | 'templates' | 'failures'
  now: boolean
  day: string | null
  hour: number | null
  weekday: number | null
  their_hour: number | null
  template_name: string | null
  category: string | null
  failure: string | null
}

export const condition = (filter: AnalyticsQuery): RawBuilder<unknown> => sql`
  (${filter.campaign_id ?? null}::bigint is null or campaign_id = ${filter.campaign_id ?? null})
  and (${filter.template ?? null}::text is null or template_name = ${filter.template ?? null})
  and (${filter.category ?? null}::text is null or category = ${filter.category ?? null})
  and (${filter.country ?? null}::text is null or country = ${filter.country ?? null})
  and (${filter.phone_number_id ?? null}::text is null or phone_number_id = ${filter.phone_number_id ?? null})`

/** The lines of all cards by one pass over the kept figures. */
export async function readLines(
  app: App,
  businessId: number,
  filter: AnalyticsQuery,
  period: Period,
): Promise<Line[]> {
  const step = isHourly(filter, period) ? sql`hour` : sql`null::smallint`
  const { rows } = await sql<Line>`
    with f as (
      -- Each row counts for five cards: rows that differ in nothing a card shows are added up first.
      select day >= ${period.from}::date as now, day, ${step} as step, their_weekday, their_hour, template_name, category,
        failure, ${firstSums}
      from ${keptFigures(businessId, filter)}
      where day between ${period.beforeFrom}::date and ${period.to}::date
        and ${condition(filter)}
      group by 2, 3, 4, 5, 6, 7, 8
    )
    select case when grouping(failure) = 0 then 'failures' when grouping(template_name) = 0 then 'templates'
        when grouping(their_hour) = 0 then 'hours' when grouping(day) = 0 then 'steps' else 'total' end as card,
      now, day::text, step as hour, their_weekday as weekday, their_hour, template_name, category, failure, ${sums}
    from f
    group by grouping sets ((now), (now, day, step), (now, their_weekday, their_hour), (now, template_name, category),
      (now, failure, day))
    having (now or grouping(failure) = 0 or (grouping(day) = 1 and grouping(their_hour) = 1 and grouping(template_name) = 1))
      -- What did not fail has its lines elsewhere.
      and (grouping(failure) = 1 or failure is not null)
  `.execute(app.db)
  return rows
}

/** Messages of one category to one country while prices stayed as they were. */
export type Billed = {
  category: string
  country: string | null
  template_name: string
  /** A day of theirs. */
  day: string
  now: boolean
  /** All that were to go. */
  wanted: number
  delivered: number
  charged: number
  free: number
}

/** Messages by what their price depends on, for which the provider charged or not. `changes`: days on which prices change. */
export async function readBilled(
  app: App,
  businessId: number,
  changes: readonly string[],
  {
    where,
    from = '-infinity',
    filter = {},
  }: { where: RawBuilder<unknown>; from?: string; filter?: AnalyticsQuery },
): Promise<Billed[]> {
  const { rows } = await sql<Billed>`
    with f as (
      select *, day >= ${from}::date as now, width_bucket(day, ${changes}::date[]) as prices
      from ${keptFigures(businessId, filter)} where ${where}
    )
    select category, country, template_name, max(day)::text as day, now, sum(sent + failed + unknown)::int as wanted,
      sum(delivered)::int as delivered, sum(charged)::int as charged, sum(free)::int as free
    from f group by category, country, template_name, prices, now`.execute(app.db)
  return rows
}

export const ofPeriod = (filter: AnalyticsQuery, { beforeFrom, to }: Period): RawBuilder<unknown> =>
  sql`day between ${beforeFrom}::date and ${to}::date and ${condition(filter)}`

type Choice = {
  column: 'campaign' | 'template' | 'category' | 'country' | 'number'
  value: string
  name: string | null
}

/** What the messages of a period can be filtered by, with or without a filter. */
export async function readChoices(app: App, businessId: number, period: Period): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    with f as (
      select campaign_id, template_name, category, country, phone_number_id from analytics_messages
      where business_id = ${businessId} and day between ${period.beforeFrom}::date and ${period.to}::date
      group by 1, 2, 3, 4, 5
    ),
    found as (
      select case when grouping(campaign_id) = 0 then 'campaign' when grouping(template_name) = 0 then 'template'
          when grouping(category) = 0 then 'category' when grouping(country) = 0 then 'country' else 'number' end as column,
        coalesce(campaign_id::text, template_name, category, country, phone_number_id) as value
      from f group by grouping sets ((campaign_id), (template_name), (category), (country), (phone_number_id))
    )
    select found.column, found.value, coalesce(c.name, n.display_phone_number) as name
    from found
    left join campaigns c on found.column = 'campaign' and c.business_id = ${businessId} and c.id::text = found.value
    left join phone_numbers n on found.column = 'number' and n.business_id = ${businessId} and n.phone_number_id = found.value
    where found.value is not null
    order by 1, 3, 2`.execute(app.db)
  return rows
}

type LeadLine = {
  kind: 'leads' | 'consent'
  what: string | null
  day: string | null
  now: boolean
  count: number
}

/**
 * Leads and consent: what came in all (`day` is null) and on each day (`what` of leads is null). Of consent, people:
 * who did the same on two days counts once in all.
 */
export async function readLeadLines(app: App, businessId: number, period: Period): Promise<LeadLine[]> {
  const { rows } = await sql<LeadLine>`
    with f as (
      select *, day >= ${period.from}::date as now, case when kind = 'consent' then what end as consent,
        case when day >= ${period.from}::date then earlier_day between ${period.from}::date and ${period.to}::date
          else earlier_day >= ${period.beforeFrom}::date and earlier_day < ${period.from}::date
          end is not true as is_first
      from analytics_leads
      where business_id = ${businessId} and day between ${period.beforeFrom}::date and ${period.to}::date
    )
    select kind, coalesce(what, consent) as what, day::text, now,
      (case when grouping(day) = 0 then sum(count) else coalesce(sum(count) filter (where is_first), 0) end)::int as count
    from f group by grouping sets ((kind, what, now), (kind, consent, day, now))`.execute(app.db)
  return rows
}

type State = { as_of: Date | null; counting: boolean; drifts: number; drift_at: Date | null }

/** How fresh the figures are, and whether any were found to be wrong. */
export async function readState(app: App, businessId: number): Promise<State> {
  const { rows } = await sql<State>`
    select (select max(counted_at) from analytics_blocks where business_id = ${businessId}) as as_of,
      exists (select from analytics_marks where business_id = ${businessId}) as counting,
      count(distinct (kind, block))::int as drifts, max(found_at) as drift_at
    from analytics_drifts
    where business_id = ${businessId} and found_at > ${app.now()}::timestamptz - interval '30 days'`.execute(
    app.db,
  )
  return rows[0]!
}
