import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { joinAddresses } from '#server/features/leads/leads.ts'
import { archivedRecipient, isCounted } from '#server/features/messages/messages.ts'

/** While nothing else is set. */
export const usualSettings = { window_days: 7 }

/** Of rows `v` of `conversions`, the settings as `s (window_days)`. */
const settings = sql`
  left join attribution_settings own on own.business_id = v.business_id
  cross join lateral (select coalesce(own.window_days, ${sql.lit(usualSettings.window_days)}) as window_days) s`

/** Every touch of the person before the conversion `v`. `read`: a message that was read is one too. */
const touchesBy = (way: 'click' | 'read') => sql`
  select case when m.campaign_id is not null then 'campaign' when m.sequence_id is not null then 'sequence' else 'message'
    end as touch, x.at as touched_at, m.id as message_id, m.campaign_id, m.sequence_id, coalesce(m.accepted_at, m.claimed_at) as message_at, null::text as ad_id,
    null::bigint as form_id
  from (
    select * from messages where business_id = v.business_id and recipient_phone = any(p.addresses)
    union all
    -- One in the archive has no address any more; what it was credited with stays.
    select * from messages where business_id = v.business_id and id in (v.message_id, v.read_message_id)
      and recipient_phone like ${sql.lit(`${archivedRecipient}%`)}
  ) m
  join message_contents c on c.business_id = m.business_id and c.id = m.content_id
  cross join lateral (
    select max(k.clicked_at) as at from link_clicks k
    where k.business_id = v.business_id and k.message_id = m.id and k.clicked_at <= v.at and ${isCounted}
  ) k
  cross join lateral (
    select ${way === 'read' ? sql`greatest(k.at, case when m.read_at <= v.at then m.read_at end)` : sql`k.at`} as at
  ) x
  where x.at is not null and not (c.fixed @> '{"chat": true}')
  union all
  select 'ad', a.at, null, null, null, null, a.source_id, null from ad_visits a
  where a.business_id = v.business_id and a.address = any(p.addresses) and a.at <= v.at
  union all
  select 'form', f.at, null, null, null, null, null, f.form_id from optin_proofs f
  where f.business_id = v.business_id and f.address = any(p.addresses) and f.outcome = 'opted_in'
    and f.form_id is not null and f.at <= v.at`

const columns = 'touch, touched_at, message_id, campaign_id, sequence_id, message_at, ad_id, form_id'

const ofReads = 'read_touch, read_message_id, read_campaign_id, read_sequence_id, read_ad_id, read_form_id'
const kept = sql.raw(`${columns}, ${ofReads}`)
const keptOf = (table: string) =>
  sql.raw(`${table}.${`${columns}, ${ofReads}`.replaceAll(', ', `, ${table}.`)}`)

/** Its columns are all null where there was no touch within the window. */
const lastTouchBy = (way: 'click' | 'read') => sql`(
  select ${sql.raw(columns)} from (${touchesBy(way)}) a
  where a.touched_at > v.at - make_interval(days => s.window_days)
  order by a.touched_at desc, a.message_id desc nulls last limit 1)`

/**
 * Gives conversions their last touch, by click and by read, from what is known now. A refund belongs where its purchase
 * does. Doing it again changes nothing, so that a late report or a changed window is followed by doing it again.
 * @returns how many changed.
 */
export async function attribute(app: App, which: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    update conversions c set (${kept}) = (${keptOf('f')})
    from (
      select v.business_id, v.key, t.*, r.touch as read_touch, r.message_id as read_message_id,
        r.campaign_id as read_campaign_id, r.sequence_id as read_sequence_id, r.ad_id as read_ad_id, r.form_id as read_form_id
      from conversions o
      join conversions v on v.business_id = o.business_id and v.key = coalesce(o.refund_of, o.key)
      ${settings}
      left join leads l on l.business_id = v.business_id and l.id = v.lead_id
      ${joinAddresses(sql`v.business_id`, [sql`v.address`, sql`l.phone`, sql`l.bsuid`])}
      left join lateral ${lastTouchBy('click')} t on true
      left join lateral ${lastTouchBy('read')} r on true
      where ${which}
    ) f
    where c.business_id = f.business_id and coalesce(c.refund_of, c.key) = f.key
      and (${keptOf('c')}) is distinct from (${keptOf('f')})`.execute(app.db)
  return Number(numAffectedRows ?? 0n)
}

const atOnce = 2000

/** Looks for the touches of conversions from before both were kept. It may run twice. */
export async function attributeOld(app: App, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await sql<{ business_id: number; ids: number[] }>`
      select business_id, array_agg(id)::float8[] as ids from (
        select business_id, id from conversions where not both_touches order by business_id, id limit ${atOnce}) o
      group by 1`.execute(app.db)
    if (rows.length === 0) return
    for (const { business_id, ids } of rows) {
      await attribute(app, sql`o.business_id = ${business_id} and o.id = any(${ids}::bigint[])`)
      await sql`update conversions set both_touches = true
        where business_id = ${business_id} and id = any(${ids}::bigint[])`.execute(app.db)
    }
  }
}

/** Reports of clicks and reads come late: conversions of the last days are looked at again. */
export const attributeRecent = (app: App): Promise<number> =>
  attribute(app, sql`o.at > ${app.now()}::timestamptz - interval '3 days'`)
