import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { isOfBusiness } from '#server/platform/by-whole-key.ts'
import { rowsAsJson } from '#server/platform/sql/rows-as-json.ts'
import { meaningOf } from '../consent/replies/meaning.ts'
import type { Reply } from '../consent/replies/reply-event.ts'
import { addressesOf } from '../people/addresses.ts'
import { findAnswered } from './answered-message.ts'

const longestText = 4096

export type Kept = {
  leadId: number | null
  isNew: boolean
  /** The message of ours that it answers. */
  messageId: number | null
}

/** Keeps what people wrote. @returns for each whose lead wrote, what it answers, and whether it was not known yet. */
export async function keepReplies(
  tx: App,
  businessId: number,
  replies: readonly Reply[],
  /** Every address of each: a person who hides their phone answers what was sent to it. */
  everyone: readonly (readonly string[])[],
): Promise<Kept[]> {
  const leadOf = await findLeads(tx, businessId, everyone.flat())
  const answers = await findAnswered(
    tx,
    businessId,
    replies.map(({ replyTo, at }, nr) => ({ replyTo, at, everyone: everyone[nr] ?? [] })),
  )
  const meanings = await Promise.all(replies.map(meaningOf))
  const rows = replies.flatMap((reply, nr) => {
    const { kind = 'text', wamid = null, at } = reply
    const [address] = addressesOf(reply)
    if (address === undefined) return []
    const text = reply.text?.slice(0, longestText) ?? null
    const lead_id = leadOf(address, everyone[nr] ?? [])
    const message_id = answers[nr]?.messageId ?? null
    const campaign_id = answers[nr]?.campaignId ?? null
    return { nr, address, wamid, kind, text, meaning: meanings[nr], lead_id, message_id, campaign_id, at }
  })
  const none: Kept = { leadId: null, isNew: false, messageId: null }
  if (rows.length === 0) return replies.map(() => none)
  const { rows: added } = await sql<{ wamid: string | null }>`
    insert into lead_replies (business_id, lead_id, address, wamid, kind, text, meaning, message_id, campaign_id, at)
    select ${businessId}, lead_id, address, wamid, kind, text, meaning, message_id, campaign_id, at
    from jsonb_to_recordset(${rowsAsJson(rows)}::jsonb) as r (nr int, address text, wamid text, kind text, text text,
      meaning text, lead_id bigint, message_id bigint, campaign_id bigint, at timestamptz)
    order by nr
    on conflict do nothing
    returning wamid`.execute(tx.db)
  const fresh = new Set(added.map(({ wamid }) => wamid))
  const kept: Kept[] = replies.map(() => none)
  for (const { nr, wamid, lead_id, message_id } of rows) {
    // The same message twice in one set is one.
    const isNew = wamid === null || fresh.delete(wamid)
    kept[nr] = { leadId: lead_id, isNew, messageId: message_id }
  }
  return kept
}

/**
 * The lead of a person: by the address that they wrote from before any other, the oldest of several. All are read at
 * once: looked up one by one, statistics of a table that was nearly empty make each look-up a search.
 */
async function findLeads(
  tx: App,
  businessId: number,
  addresses: readonly string[],
): Promise<(address: string, everyone: readonly string[]) => number | null> {
  const { rows } = await sql<{ id: number; phone: string | null; bsuid: string | null }>`
    select id, phone, bsuid from leads
    where ${isOfBusiness(businessId)} and phone = any(${addresses}::text[])
    union
    select id, phone, bsuid from leads
    where ${isOfBusiness(businessId)} and bsuid = any(${addresses}::text[])`.execute(tx.db)
  const leads = rows.map(({ id, phone, bsuid }) => ({ id: Number(id), phone, bsuid }))
  const byAddress = new Map<string, typeof leads>()
  for (const lead of leads) {
    for (const one of [lead.phone, lead.bsuid]) {
      if (one !== null) byAddress.set(one, [...(byAddress.get(one) ?? []), lead])
    }
  }
  return (address, everyone) => {
    const rank = ({ phone, bsuid }: (typeof leads)[number]): number =>
      phone === address ? 0 : bsuid === address ? 1 : 2
    const own = everyone.flatMap((one) => byAddress.get(one) ?? [])
    return own.sort((one, other) => rank(one) - rank(other) || one.id - other.id)[0]?.id ?? null
  }
}
