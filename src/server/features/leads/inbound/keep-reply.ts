import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { meaningOf } from '../consent/replies/meaning.ts'
import type { Reply } from '../consent/replies/reply-event.ts'
import { addressesOf } from '../people/addresses.ts'
import { everyAddressOf } from '../people/aliases.ts'

/** A reply that names no message answers the campaign that the person got last, within so many days. */
const campaignDays = 7
const longestText = 4096

/** Keeps what somebody wrote. @returns whose lead wrote, and whether the reply was not known yet. */
export async function keepReply(
  tx: App,
  businessId: number,
  reply: Reply,
): Promise<{ leadId: number | null; isNew: boolean }> {
  const { kind = 'text', wamid = null, replyTo = null, at } = reply
  const own = addressesOf(reply)
  const [address] = own
  if (address === undefined) return { leadId: null, isNew: false }
  // A person who hides their phone answers what was sent to it.
  const everyone = await everyAddressOf(tx.db, businessId, own)
  const { rows } = await sql<{ lead_id: number | null; is_new: boolean }>`
    with lead as (
      select id from leads where business_id = ${businessId}
        and (phone = any(${everyone}::text[]) or bsuid = any(${everyone}::text[]))
      order by phone = ${address} desc nulls last, bsuid = ${address} desc nulls last, id limit 1
    ),
    answered as (
      select coalesce(
        (select m.campaign_id from messages m where m.business_id = ${businessId} and m.wamid = ${replyTo}::text),
        case when ${replyTo}::text is null or not exists (
            select from messages m where m.business_id = ${businessId} and m.wamid = ${replyTo}::text)
          then (
            select m.campaign_id from messages m
            where m.business_id = ${businessId} and m.recipient_phone = any(${everyone}::text[])
              and m.campaign_id is not null and m.accepted_at <= ${at}::timestamptz
              and m.accepted_at > ${at}::timestamptz - make_interval(days => ${campaignDays})
            order by m.accepted_at desc limit 1) end) as campaign_id
    ),
    added as (
      insert into lead_replies (business_id, lead_id, address, wamid, kind, text, meaning, campaign_id, at)
      select ${businessId}, (select id from lead), ${address}, ${wamid}::text, ${kind},
        ${reply.text?.slice(0, longestText).toWellFormed().replaceAll('\0', '') ?? null}::text,
        ${meaningOf(reply) ?? null}::text, answered.campaign_id, ${at}::timestamptz
      from answered
      on conflict do nothing
      returning id
    )
    select (select id from lead) as lead_id, exists (select from added) as is_new`.execute(tx.db)
  return { leadId: rows[0]?.lead_id ?? null, isNew: rows[0]?.is_new ?? false }
}
