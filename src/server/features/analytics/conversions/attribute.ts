import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { isCounted } from '#server/features/messages/messages.ts'

/** While nothing else is set. */
export const usualSettings = { window_days: 7, count_reads: false }

/** Of rows `v` of `conversions`, the settings as `s (window_days, count_reads)`. */
const settings = sql`
  left join attribution_settings own on own.business_id = v.business_id
  cross join lateral (select coalesce(own.window_days, ${sql.lit(usualSettings.window_days)}) as window_days,
    coalesce(own.count_reads, ${sql.lit(usualSettings.count_reads)}) as count_reads) s`

/** Every touch of the person within the window before the conversion `v`. */
const touches = sql`
  select case when m.campaign_id is not null then 'campaign' when m.sequence_id is not null then 'sequence' else 'message'
    end as touch, x.at as touched_at, m.id as message_id, m.campaign_id, m.sequence_id, coalesce(m.accepted_at, m.claimed_at) as message_at, null::text as ad_id,
    null::bigint as form_id
  from messages m
  join message_contents c on c.business_id = m.business_id and c.id = m.content_id
  cross join lateral (
    select max(a.at) as at from (
      select k.clicked_at as at from link_clicks k
      where k.business_id = v.business_id and k.message_id = m.id and k.clicked_at <= v.at and ${isCounted}
      union all
      select m.read_at where s.count_reads and m.read_at <= v.at
    ) a
  ) x
  where m.business_id = v.business_id and m.recipient_phone = any(p.addresses) and x.at is not null
    and not (c.fixed @> '{"chat": true}')
  union all
  select 'ad', a.at, null, null, null, null, a.source_id, null from ad_visits a
  where a.business_id = v.business_id and a.address = any(p.addresses) and a.at <= v.at
  union all
  select 'form', f.at, null, null, null, null, null, f.form_id from optin_proofs f
  where f.business_id = v.business_id and f.address = any(p.addresses) and f.outcome = 'opted_in'
    and f.form_id is not null and f.at <= v.at`

/**
 * Gives conversions their last touch, from what is known now. A refund belongs where its purchase does. Doing it again
 * changes nothing, so that a late report or a changed window is followed by doing it again.
 * @returns how many changed.
 */
export async function attribute(app: App, which: RawBuilder<unknown>): Promise<number> {
  const columns = sql.raw(
    'touch, touched_at, message_id, campaign_id, sequence_id, message_at, ad_id, form_id',
  )
  const { numAffectedRows } = await sql`
    update conversions c set touch = f.touch, touched_at = f.touched_at, message_id = f.message_id,
      campaign_id = f.campaign_id, sequence_id = f.sequence_id, message_at = f.message_at, ad_id = f.ad_id, form_id = f.form_id
    from (
      select v.business_id, v.id, t.* from conversions o
      join conversions v on v.business_id = o.business_id and v.key = coalesce(o.refund_of, o.key)
      ${settings}
      left join leads l on l.business_id = v.business_id and l.id = v.lead_id
      cross join lateral (select array_remove(array[v.address, l.phone, l.bsuid], null) collate "C" as addresses) p
      left join lateral (
        select ${columns} from (${touches}) a
        where a.touched_at > v.at - make_interval(days => s.window_days)
        order by a.touched_at desc, a.message_id desc nulls last limit 1
      ) t on true
      where ${which}
    ) f
    where c.business_id = f.business_id
      and (c.id = f.id or c.refund_of = (select key from conversions k where k.business_id = f.business_id and k.id = f.id))
      and (c.touch, c.touched_at, c.message_id, c.campaign_id, c.sequence_id, c.message_at, c.ad_id, c.form_id)
        is distinct from (f.touch, f.touched_at, f.message_id, f.campaign_id, f.sequence_id, f.message_at, f.ad_id, f.form_id)`.execute(
    app.db,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Reports of clicks and reads come late: conversions of the last days are looked at again. */
export const attributeRecent = (app: App): Promise<number> =>
  attribute(app, sql`o.at > ${app.now()}::timestamptz - interval '3 days'`)
