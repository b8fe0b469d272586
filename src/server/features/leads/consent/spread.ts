import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { optOutExactly } from './consent.ts'
import { heldReason, hold } from './questions.ts'

type Stated = { address: string; person_id: number; at: Date; reason: string; details: string | null }
type Member = { address: string; person_id: number }

/**
 * Makes the opt-outs of addresses that have just become one person hold for each other. Between addresses that were
 * one person before, what each said since stays as it is.
 * @param fresh the sets that were named together.
 * @param before who each address was until now.
 */
export async function spreadOptOuts(
  tx: App,
  businessId: number,
  fresh: readonly (readonly string[])[],
  before: ReadonlyMap<string, number>,
): Promise<void> {
  const stated = Map.groupBy(await readOptOuts(tx, businessId, fresh.flat()), ({ person_id }) => person_id)
  if (stated.size === 0) return
  const { rows: members } = await sql<Member>`
    select address, person_id from person_addresses
    where business_id = ${businessId} and person_id = any(${[...stated.keys()]}::bigint[])
    order by address`.execute(tx.db)
  const former = (address: string): number | string => before.get(address) ?? address
  const mates = new Map<string, Set<string>>()
  for (const set of fresh) {
    for (const address of set) mates.set(address, new Set([...(mates.get(address) ?? []), ...set]))
  }
  for (const { address, person_id } of members) {
    const known = [...(mates.get(address) ?? [])].filter((mate) => mate !== address && before.has(mate))
    const concerns = ({ address: from }: Stated): boolean => {
      if (former(from) === former(address)) return false
      // A new alias is what the address beside it is: that one may have opted in again since.
      const beside = before.has(address) ? [] : known.filter((mate) => former(mate) === former(from))
      return beside.length === 0 || beside.includes(from)
    }
    const latest = stated.get(person_id)?.find(concerns)
    if (!latest || (await askedSince(tx, businessId, address, latest.at))) continue
    const { reason, details, at } = latest
    if (reason === heldReason) await hold(tx, businessId, [address], { reply: details ?? '', at })
    else await optOutExactly(tx, businessId, [address], { source: reason, details, at })
  }
}

/** The opt-outs of all addresses of these people, the latest first; a hold until somebody answers comes last. */
async function readOptOuts(tx: App, businessId: number, addresses: readonly string[]): Promise<Stated[]> {
  const lead = (column: 'phone' | 'bsuid') => sql`
    select coalesce(l.consent_at, l.updated_at) as at, coalesce(l.consent_source, 'manual') as reason, null as details
    from leads l
    where l.business_id = own.business_id and ${onNodeOf(businessId, 'l.business_id')} and l.${sql.ref(column)} = own.address and l.consent = 'opted_out'`
  const { rows } = await sql<Stated>`
    select own.address, own.person_id, said.at, said.reason, said.details
    from person_addresses named
    join person_addresses own on own.business_id = named.business_id and own.person_id = named.person_id
    cross join lateral (
      select s.at, s.reason, s.details from suppressions s
      where s.business_id = own.business_id and ${onNodeOf(businessId, 's.business_id')} and s.address = own.address
      union all ${lead('phone')} union all ${lead('bsuid')}
    ) said
    where named.business_id = ${businessId} and named.address = any(${addresses}::text[])
    order by said.reason = ${heldReason}, said.at desc`.execute(tx.db)
  return rows
}

/** Whether the person asked for messages at this very address after a time, in their own words. */
async function askedSince(tx: App, businessId: number, address: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    select from leads where business_id = ${businessId} and (phone = ${address} or bsuid = ${address})
      and consent = 'opted_in' and consent_at > ${at}::timestamptz
      and consent_source in ('reply', 'whatsapp_preference', 'whatsapp_signup')
    limit 1`.execute(tx.db)
  return rows.length > 0
}
