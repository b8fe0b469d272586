import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { ofBusiness } from '#server/platform/by-whole-key.ts'
import { rowsAsJson } from '#server/platform/sql/rows-as-json.ts'
import { meaningOf } from '../consent/replies/meaning.ts'
import type { Reply } from '../consent/replies/reply-event.ts'
import { addressesOf } from '../people/addresses.ts'

/** A reply that names no message answers the campaign that the person got last, within so many days. */
const campaignDays = 7
const longestText = 4096

type Kept = { leadId: number | null; isNew: boolean }

/** Keeps what people wrote. @returns for each whose lead wrote, and whether the reply was not known yet. */
export async function keepReplies(
  tx: App,
  businessId: number,
  replies: readonly Reply[],
  /** Every address of each: a person who hides their phone answers what was sent to it. */
  everyone: readonly (readonly string[])[],
): Promise<Kept[]> {
  const rows = replies.flatMap((reply, nr) => {
    const { kind = 'text', wamid = null, replyTo = null, at } = reply
    const [address] = addressesOf(reply)
    if (address === undefined) return []
    const text = reply.text?.slice(0, longestText) ?? null
    return {
      nr,
      address,
      everyone: everyone[nr],
      wamid,
      reply_to: replyTo,
      kind,
      text,
      meaning: meaningOf(reply),
      at,
    }
  })
  if (rows.length === 0) return replies.map(() => ({ leadId: null, isNew: false }))
  const { rows: kept } = await sql<{ nr: number; lead_id: number | null; is_new: boolean }>`
    with replies as materialized (
      select r.*, l.id as lead_id, w.id is not null as names_ours, w.campaign_id as named_campaign_id
      from jsonb_to_recordset(${rowsAsJson(rows)}::jsonb) as r (nr int, address text, everyone text[], wamid text,
        reply_to text, kind text, text text, meaning text, at timestamptz)
      left join lateral (
        select id from (
          select own.* from unnest(r.everyone) a cross join lateral (
            select id, phone, bsuid from leads where business_id = ${ofBusiness(businessId)} and phone = a offset 0) own
          union all
          select own.* from unnest(r.everyone) a cross join lateral (
            select id, phone, bsuid from leads where business_id = ${ofBusiness(businessId)} and bsuid = a offset 0) own
        ) l
        order by phone = r.address desc nulls last, bsuid = r.address desc nulls last, id limit 1
      ) l on true
      left join lateral (
        select m.id, m.campaign_id from (select * from messages where wamid = r.reply_to offset 0) m
        where m.business_id = ${businessId} limit 1
      ) w on true
    ),
    answered as (
      select r.*, case when not r.names_ours then (
        select m.campaign_id from unnest(r.everyone) a cross join lateral (
          select campaign_id, accepted_at from messages
          where business_id = ${ofBusiness(businessId)} and recipient_phone = a collate "C"
            and campaign_id is not null and accepted_at <= r.at
            and accepted_at > r.at - make_interval(days => ${campaignDays})
          offset 0) m
        order by m.accepted_at desc limit 1) else r.named_campaign_id end as campaign_id
      from replies r
    ),
    added as (
      insert into lead_replies (business_id, lead_id, address, wamid, kind, text, meaning, campaign_id, at)
      select ${businessId}, lead_id, address, wamid, kind, text, meaning, campaign_id, at
      from answered order by nr
      on conflict do nothing
      returning wamid
    )
    select nr, lead_id, wamid is null or (
      nr = min(nr) over (partition by wamid) and wamid in (select wamid from added)) as is_new
    from answered`.execute(tx.db)
  const byNr = new Map(kept.map((row) => [row.nr, row]))
  return replies.map((_, nr) => {
    const row = byNr.get(nr)
    return { leadId: row?.lead_id == null ? null : Number(row.lead_id), isNew: row?.is_new ?? false }
  })
}
