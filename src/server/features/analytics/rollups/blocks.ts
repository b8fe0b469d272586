import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { placeOf } from '#server/features/leads/leads.ts'
import { addressStartSql, billedCategorySql, isCounted, leftAt } from '#server/features/messages/messages.ts'
import { rangeOfBlock } from '#server/platform/sql/id-blocks.ts'

export const blockKinds = ['messages', 'leads', 'consent'] as const
export type BlockKind = (typeof blockKinds)[number]

/** 8,192 ids of one business: what is counted as a whole. The triggers of the database divide by the same. */
export type Block = { business_id: number; kind: BlockKind; block: number }

/** The columns of `analytics_messages` beside its ids. */
export const messageColumns =
  sql.raw(`block, day, hour, campaign_id, template_name, category, country, phone_number_id,
  their_weekday, their_hour, failure, sent, delivered, read, clicked, replied, opted_out, failed, unknown, charged, free, variant`)

/** The columns of `analytics_tagged` beside its ids. */
export const taggedColumns = sql`${messageColumns}, tag`

/** The columns of `analytics_leads` beside its ids. */
export const leadColumns = sql.raw('block, kind, day, what, earlier_day, count')

/** Selects the figures of a block, counted from its rows. Inside a transaction. */
export async function countedBlock(
  app: App,
  { business_id, kind, block }: Block,
): Promise<RawBuilder<unknown>> {
  if (kind === 'messages') return await countedMessages(app, business_id, block)
  const { first, end } = rangeOfBlock(block)
  const inBlock = sql`x.business_id = ${business_id} and x.id >= ${first} and x.id < ${end}`
  const group = sql`
    select ${block}::bigint as block, ${kind}::text as kind, day, what, earlier_day, count(*)::int as count`
  if (kind === 'leads')
    return sql`${group}
      from (select (x.created_at at time zone b.timezone)::date as day, x.source as what, null::date as earlier_day
        from leads x join businesses b on b.id = x.business_id where ${inBlock}) x
      group by day, what, earlier_day`
  // A person counts once a day. The day before on which they did the same says in which periods they count once.
  return sql`${group}
    from (
      select (x.at at time zone b.timezone)::date as day, x.consent as what,
        (select (e.at at time zone b.timezone)::date from consent_changes e
          where e.business_id = x.business_id and e.phone = x.phone and e.consent = x.consent
            and (e.at, e.id) < (x.at, x.id)
          order by e.at desc, e.id desc limit 1) as earlier_day
      from consent_changes x join businesses b on b.id = x.business_id
      where ${inBlock} and x.consent in ('opted_in', 'opted_out')) x
    where earlier_day is distinct from day
    group by day, what, earlier_day`
}

/** What left, or was refused: people who were left out are no messages. Chats are conversations, and stand in the inbox. */
const isMessage = sql`m.status in ('sent', 'delivered', 'read', 'failed', 'unknown')
  and not (c.fixed @> '{"chat": true}')`

/** @param tagged counts each message once for each tag that its person has now. */
export async function countedMessages(
  app: App,
  businessId: number,
  block: number,
  { tagged = false } = {},
): Promise<RawBuilder<unknown>> {
  const { first, end } = rangeOfBlock(block)
  const inBlock = sql`m.business_id = ${businessId} and m.id >= ${first} and m.id < ${end}`
  const prefix = addressStartSql(sql`m.recipient_phone`)
  const { rows } = await sql<{ prefix: string; campaign_id: number | null }>`
    select distinct ${prefix} as prefix, campaign_id from messages m where ${inBlock}`.execute(app.db)
  const places = [...new Set(rows.map((row) => row.prefix))].map((one) => ({ prefix: one, ...placeOf(one) }))
  const campaigns = [...new Set(rows.flatMap(({ campaign_id }) => campaign_id ?? []))]
  // Of what stands between the joins the planner knows no size: thousands of rows are never looked up one by one.
  await sql`set local enable_nestloop = off`.execute(app.db)
  return sql`
    with own as materialized (
      select m.id, m.campaign_id, m.variant, m.lead_id, m.recipient_phone, m.phone_number_id, m.status, m.delivered_at, m.read_at,
        ${leftAt} as at,
        c.template_name, ${billedCategorySql(sql`m.price_category`, sql`c.category`)} as category,
        case when m.status = 'failed' then coalesce(m.error_code::text, m.reason, '') end as failure,
        m.status in ('delivered', 'read') and m.price_type = 'regular' as charged,
        m.status in ('delivered', 'read') and m.price_type like 'free%' as free
      from messages m join message_contents c on c.business_id = m.business_id and c.id = m.content_id
      where ${inBlock} and ${isMessage}
    ),
    clicked as (
      select distinct m.id from own m
      join link_clicks k on k.business_id = ${businessId} and k.message_id = m.id
        and k.message_id >= ${first} and k.message_id < ${end}
      where ${isCounted}
    ),
    answered as (
      select distinct message_id as id from lead_replies
      where business_id = ${businessId} and message_id >= ${first} and message_id < ${end}
    ),
    opted_out as (
      select distinct message_id as id from consent_changes
      where business_id = ${businessId} and message_id >= ${first} and message_id < ${end} and consent = 'opted_out'
    ),
    tests as (
      select t.campaign_id, v.variant::smallint from campaign_trials t cross join generate_series(1, 4) v (variant)
      where t.business_id = ${businessId} and t.kind = 'test' and t.campaign_id = any(${campaigns}::bigint[])
    ),
    places as (
      select * from unnest(${places.map((place) => place.prefix)}::text[], ${places.map(({ country }) => country)}::text[],
        ${places.map(({ zone }) => zone)}::text[]) as p (prefix, country, zone)
    )
    select ${block}::bigint as block, (m.at at time zone b.timezone)::date as day,
      extract(hour from m.at at time zone b.timezone)::smallint as hour, m.campaign_id, m.template_name, m.category,
      p.country, m.phone_number_id,
      extract(isodow from m.at at time zone coalesce(p.zone, b.timezone))::smallint as their_weekday,
      extract(hour from m.at at time zone coalesce(p.zone, b.timezone))::smallint as their_hour,
      m.failure,
      (count(*) filter (where m.status in ('sent', 'delivered', 'read')))::int as sent,
      (count(*) filter (where m.status in ('delivered', 'read')))::int as delivered,
      (count(*) filter (where m.status = 'read'))::int as read,
      count(k.id)::int as clicked, count(a.id)::int as replied,
      count(o.id)::int as opted_out,
      (count(*) filter (where m.status = 'failed'))::int as failed,
      (count(*) filter (where m.status = 'unknown'))::int as unknown,
      (count(*) filter (where m.charged))::int as charged, (count(*) filter (where m.free))::int as free, t.variant
      ${tagged ? sql`, l.tag` : sql``}
    from own m
    ${
      tagged
        ? sql`join (select id, unnest(tags) as tag from leads where business_id = ${businessId}
            and id = any(array(select lead_id from own)) and tags <> '{}') l on l.id = m.lead_id`
        : sql``
    }
    cross join (select timezone from businesses where id = ${businessId}) b
    left join places p on p.prefix = ${prefix}
    left join clicked k on k.id = m.id
    left join answered a on a.id = m.id
    left join opted_out o on o.id = m.id
    left join tests t on t.campaign_id = m.campaign_id and t.variant = m.variant
    group by 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, t.variant ${tagged ? sql`, l.tag` : sql``}`
}
