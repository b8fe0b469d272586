import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { ofBusiness } from '#server/platform/by-whole-key.ts'
import { rowsAsJson } from '#server/platform/sql/rows-as-json.ts'
import { meaningOf } from '../consent/replies/meaning.ts'
import type { Reply } from '../consent/replies/reply-event.ts'
import { addressesOf } from '../people/addresses.ts'

/** A reply that names no message answers the campaign that the person got last, within seven days. */
const campaignMs = 7 * 24 * 3_600_000
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
  const leadOf = await findLeads(tx, businessId, everyone.flat())
  const campaignOf = await findCampaigns(tx, businessId, replies, everyone)
  const meanings = await Promise.all(replies.map(meaningOf))
  const rows = replies.flatMap((reply, nr) => {
    const { kind = 'text', wamid = null, at } = reply
    const [address] = addressesOf(reply)
    if (address === undefined) return []
    const text = reply.text?.slice(0, longestText) ?? null
    const lead_id = leadOf(address, everyone[nr] ?? [])
    const campaign_id = campaignOf(reply, everyone[nr] ?? [])
    return { nr, address, wamid, kind, text, meaning: meanings[nr], lead_id, campaign_id, at }
  })
  if (rows.length === 0) return replies.map(() => ({ leadId: null, isNew: false }))
  const { rows: added } = await sql<{ wamid: string | null }>`
    insert into lead_replies (business_id, lead_id, address, wamid, kind, text, meaning, campaign_id, at)
    select ${businessId}, lead_id, address, wamid, kind, text, meaning, campaign_id, at
    from jsonb_to_recordset(${rowsAsJson(rows)}::jsonb) as r (nr int, address text, wamid text, kind text, text text,
      meaning text, lead_id bigint, campaign_id bigint, at timestamptz)
    order by nr
    on conflict do nothing
    returning wamid`.execute(tx.db)
  const fresh = new Set(added.map(({ wamid }) => wamid))
  const kept: Kept[] = replies.map(() => ({ leadId: null, isNew: false }))
  for (const { nr, wamid, lead_id } of rows) {
    // The same message twice in one set is one.
    const isNew = wamid === null || fresh.delete(wamid)
    kept[nr] = { leadId: lead_id, isNew }
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
    where business_id = ${ofBusiness(businessId)} and phone = any(${addresses}::text[])
    union
    select id, phone, bsuid from leads
    where business_id = ${ofBusiness(businessId)} and bsuid = any(${addresses}::text[])`.execute(tx.db)
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

/** The campaign of the message that a reply names; where it names none of ours, the campaign that the person got last. */
async function findCampaigns(
  tx: App,
  businessId: number,
  replies: readonly Reply[],
  everyone: readonly (readonly string[])[],
): Promise<(reply: Reply, everyone: readonly string[]) => number | null> {
  const wamids = [...new Set(replies.flatMap(({ replyTo }) => replyTo ?? []))]
  const { rows: named } =
    wamids.length === 0
      ? { rows: [] }
      : await sql<{ wamid: string; campaign_id: number | null }>`
          select wamid, campaign_id from messages
          where wamid = any(${wamids}::text[]) and business_id = ${ofBusiness(businessId)}`.execute(tx.db)
  const byWamid = new Map(named.map(({ wamid, campaign_id }) => [wamid, campaign_id]))
  const nameless = replies.flatMap((reply, nr) => (byWamid.has(reply.replyTo ?? '') ? [] : [{ reply, nr }]))
  if (nameless.length === 0) return ({ replyTo }) => numberOf(byWamid.get(replyTo ?? ''))
  const times = nameless.map(({ reply }) => reply.at.getTime())
  const addresses = [...new Set(nameless.flatMap(({ nr }) => everyone[nr] ?? []))]
  // Each by its whole key: where the statistics have not seen what a bot sent, all of that is read for each set.
  const { rows: got } = await sql<{ address: string; campaign_id: number; us: string }>`
    select a.address, m.campaign_id, (extract(epoch from m.accepted_at) * 1000000)::bigint::text as us
    from unnest(${addresses}::text[]) a (address) cross join lateral (
      select campaign_id, accepted_at from messages
      where business_id = ${ofBusiness(businessId)} and recipient_phone = a.address collate "C"
        and campaign_id is not null offset 0) m
    where m.accepted_at <= ${new Date(times.reduce((a, b) => Math.max(a, b)))}
      and m.accepted_at > ${new Date(times.reduce((a, b) => Math.min(a, b)) - campaignMs)}`.execute(tx.db)
  const byAddress = Map.groupBy(
    got.map(({ address, campaign_id, us }) => ({ address, campaign: Number(campaign_id), us: Number(us) })),
    ({ address }) => address,
  )
  return ({ replyTo, at }, theirs) => {
    if (byWamid.has(replyTo ?? '')) return numberOf(byWamid.get(replyTo ?? ''))
    const until = at.getTime() * 1000
    const within = theirs
      .flatMap((one) => byAddress.get(one) ?? [])
      .filter(({ us }) => us <= until && us > until - campaignMs * 1000)
    return within.toSorted((one, other) => other.us - one.us)[0]?.campaign ?? null
  }
}

const numberOf = (id: number | null | undefined): number | null => (id == null ? null : Number(id))
