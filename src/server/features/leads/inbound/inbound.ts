import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { isOfBusiness } from '#server/platform/by-whole-key.ts'
import { rowsAsJson } from '#server/platform/sql/rows-as-json.ts'
import { openlyAsked } from '../consent/questions.ts'
import { meaningOf } from '../consent/replies/meaning.ts'
import type { Reply } from '../consent/replies/reply-event.ts'
import { addressesOf, type Identity, withSpellings } from '../people/addresses.ts'
import { everyAddressesOf, everyAddressOf, lockPeople } from '../people/aliases.ts'
import { noteReturns } from '../people/returns.ts'
import { welcomeErased } from '../people/write-again.ts'
import { phoneVariants } from '../phone/phone.ts'
import { applyReply } from './apply-reply.ts'
import { keepReplies } from './keep-reply.ts'
import { linkPeople } from './link.ts'

/** A person wrote to the business. Their number may be hidden; then they have a user id. */
export type InboundEvent = Reply & {
  businessId: number
  /** The name in their profile. */
  name: string | null
  /** Their WhatsApp username, without the @. */
  username?: string | null
}

/**
 * Records who wrote when, and what. Strangers become leads; opt-outs hold at once.
 * Recording an event twice changes nothing.
 */
export async function recordInbound(app: App, events: readonly InboundEvent[]): Promise<void> {
  const byBusiness = Map.groupBy(events, ({ businessId }) => businessId)
  for (const [businessId, all] of byBusiness) {
    // Before the lock: to read what was said takes longer than to keep it.
    for (const event of all) await meaningOf(event)
    const record = async (tx: App): Promise<void> => {
      await lockPeople(tx, businessId)
      const theirs = await welcomeErased(tx, businessId, all)
      await noteReturns(tx, businessId, theirs)
      await linkPeople(tx, businessId, theirs.map(addressesOf))
      await meetAll(tx, businessId, people(theirs))
      await heedReplies(tx, businessId, theirs)
    }
    await app.transaction(record)
  }
}

/** One event per person, the latest, in an order that two batches at once share. */
function people(events: readonly InboundEvent[]): InboundEvent[] {
  const latest = new Map<string, InboundEvent>()
  for (const event of events) {
    const [key] = addressesOf(event)
    if (key === undefined) continue
    const seen = latest.get(key)
    if (!seen || seen.at < event.at) latest.set(key, event)
  }
  return [...latest.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, event]) => event)
}

/** Keeps all replies, then acts on those that say something about consent or may answer a question. */
async function heedReplies(tx: App, businessId: number, events: readonly InboundEvent[]): Promise<void> {
  const everyone = await everyAddressesOf(tx.db, businessId, events.map(addressesOf))
  const kept = await keepReplies(tx, businessId, events, everyone)
  const asked = await openlyAsked(tx, businessId, everyone.flat())
  for (const [nr, event] of events.entries()) {
    const theirs = everyone[nr]!
    if ((await meaningOf(event)) === undefined && !withSpellings(theirs).some((one) => asked.has(one)))
      continue
    // An opt-out or an answer before this one may have linked or asked: what holds now is read again.
    const now = await everyAddressOf(tx.db, businessId, addressesOf(event))
    await applyReply(tx, businessId, event, { ...kept[nr]!, everyone: now })
    for (const one of withSpellings(now)) asked.add(one)
  }
}

/**
 * Notes on the leads of whoever wrote that they did. Those who have a lead by an address they name are noted in one
 * statement, the others one by one.
 */
async function meetAll(tx: App, businessId: number, events: readonly InboundEvent[]): Promise<void> {
  const named = events.map((event) => {
    const addresses = addressesOf(event)
    return { phones: addresses.flatMap(phoneVariants), addresses }
  })
  // All at once, as in `keep-reply.ts`.
  const { rows: leads } = await sql<{ id: number; phone: string | null; bsuid: string | null }>`
    select id, phone, bsuid from leads
    where ${isOfBusiness(businessId)} and phone = any(${named.flatMap((one) => one.phones)}::text[])
    union
    select id, phone, bsuid from leads
    where ${isOfBusiness(businessId)}
      and bsuid = any(${named.flatMap((one) => one.addresses)}::text[])`.execute(tx.db)
  const byPhone = Map.groupBy(leads, ({ phone }) => phone)
  const byId = Map.groupBy(leads, ({ bsuid }) => bsuid)
  const found = named.flatMap(({ phones, addresses }, nr) => {
    const own = [
      ...phones.flatMap((one) => byPhone.get(one) ?? []),
      ...addresses.flatMap((one) => byId.get(one) ?? []),
    ]
    return [...new Set(own)].map(({ id, bsuid }) => ({ nr, id: Number(id), bsuid }))
  })
  await noteWriting(tx, businessId, events, found)
  const byNr = Map.groupBy(found, ({ nr }) => nr)
  const unknown: InboundEvent[] = []
  for (const [nr, event] of events.entries()) {
    const own = byNr.get(nr)
    if (!own) unknown.push(event)
    else if (own.length === 1 && own[0]!.bsuid === null) await rememberId(tx, businessId, [own[0]!.id], event)
  }
  if (unknown.length === 0) return
  const everyone = await everyAddressesOf(tx.db, businessId, unknown.map(addressesOf))
  const strangers: InboundEvent[] = []
  for (const [nr, event] of unknown.entries()) {
    const own = withSpellings(addressesOf(event))
    if (everyone[nr]!.every((one) => own.includes(one))) strangers.push(event)
    else await meet(tx, businessId, event)
  }
  await addWriters(tx, businessId, strangers)
}

/** Two who wrote may be one lead: the latest of each kind counts. */
async function noteWriting(
  tx: App,
  businessId: number,
  events: readonly InboundEvent[],
  found: readonly { nr: number; id: number }[],
): Promise<void> {
  if (found.length === 0) return
  const rows = [...Map.groupBy(found, ({ id }) => id)].map(([id, all]) => {
    const wrote = all.map(({ nr }) => events[nr]!).sort((one, other) => +other.at - +one.at)
    return {
      id,
      at: wrote[0]!.at,
      name: wrote.find(({ name }) => name)?.name ?? null,
      username: wrote.find(({ username }) => username != null)?.username ?? null,
    }
  })
  await sql`
    with latest as materialized (
      select * from jsonb_to_recordset(${rowsAsJson(rows)}::jsonb) as l (id bigint, at timestamptz, name text,
        username text)
    ),
    locked as materialized (
      select id from leads where ${isOfBusiness(businessId)} and id = any(array(select id from latest))
      order by id for update
    )
    update leads l set
      last_inbound_at = greatest(l.last_inbound_at, n.at),
      name = case when l.name = '' then coalesce(n.name, '') else l.name end,
      username = coalesce(n.username, l.username),
      -- they wrote: the number works
      unreachable_at = null,
      updated_at = ${tx.now()}
    from latest n where ${isOfBusiness(businessId, 'l.business_id')} and l.id = n.id
      and l.id = any(array(select id from locked))`.execute(tx.db)
}

/** Notes on the leads of whoever wrote that they did; a person without a lead becomes one. */
async function meet(tx: App, businessId: number, event: InboundEvent): Promise<void> {
  const addresses = addressesOf(event)
  const own = await touch(tx, businessId, addresses, event)
  if (own.length > 0) return await rememberId(tx, businessId, own, event)
  // Known by another address: no second lead, unless they opt in, which holds for this address alone.
  const meaning = await meaningOf(event)
  const asksForMessages = meaning === 'subscribe' || meaning === 'start'
  const others = await touch(tx, businessId, await everyAddressOf(tx.db, businessId, addresses), event)
  if (others.length === 0 || asksForMessages) await addWriter(tx, businessId, event)
}

async function touch(
  tx: App,
  businessId: number,
  addresses: readonly string[],
  { name, username = null, at }: InboundEvent,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update leads set
      last_inbound_at = greatest(last_inbound_at, ${at}::timestamptz),
      name = case when name = '' then coalesce(${name}, '') else name end,
      username = coalesce(${username}, username),
      -- they wrote: the number works
      unreachable_at = null,
      updated_at = ${tx.now()}
    where business_id = ${businessId} and (phone = any(${addresses.flatMap(phoneVariants)}::text[])
      or bsuid = any(${addresses}::text[]))
    returning id`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/** The lead of a phone learns the user id beside it, where no other lead has it. */
async function rememberId(
  tx: App,
  businessId: number,
  ids: readonly number[],
  { bsuid, parentBsuid }: InboundEvent,
): Promise<void> {
  const id = bsuid ?? parentBsuid
  if (!id || ids.length !== 1) return
  await sql`
    update leads set bsuid = ${id} where business_id = ${businessId} and id = ${ids[0]} and bsuid is null
      and not exists (select from leads other where other.business_id = ${businessId} and other.bsuid = ${id})`.execute(
    tx.db,
  )
}

type Writer = Identity & { name: string | null; username?: string | null; at: Date | null }

/** Somebody we did not know. */
export async function addWriter(tx: App, businessId: number, event: Writer): Promise<void> {
  await addWriters(tx, businessId, [event])
}

/** The lead of a person without a visible number, who becomes one by what they asked for. */
export async function leadOfHidden(tx: App, businessId: number, person: Writer): Promise<number | null> {
  const find = async (): Promise<number | undefined> => {
    const { rows } = await sql<{ id: number }>`
      select id from leads where business_id = ${businessId} and bsuid = any(${addressesOf(person)}::text[])
      order by id limit 1`.execute(tx.db)
    return rows[0] && Number(rows[0].id)
  }
  const known = await find()
  if (known !== undefined) return known
  await addWriter(tx, businessId, person)
  return (await find()) ?? null
}

/** People we did not know. One of their addresses may have opted out while it was no lead. */
async function addWriters(tx: App, businessId: number, events: readonly Writer[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event, nr) => ({
    nr,
    phone: event.phone,
    bsuid: event.bsuid ?? event.parentBsuid ?? null,
    name: event.name ?? '',
    username: event.username ?? null,
    at: event.at,
    addresses: addressesOf(event).flatMap(phoneVariants),
  }))
  await sql`
    with writers as materialized (
      select w.*, s.at as opted_out_at, s.reason
      from jsonb_to_recordset(${rowsAsJson(rows)}::jsonb) as w (nr int, phone text, bsuid text, name text,
        username text, at timestamptz, addresses text[])
      left join lateral (
        select at, reason from suppressions
        where ${isOfBusiness(businessId)} and address = any(w.addresses) order by at limit 1
      ) s on true
    )
    insert into leads (business_id, name, username, phone, bsuid, source, last_inbound_at, consent, consent_at, consent_source)
    select ${businessId}::bigint, name, username, phone, bsuid, 'inbound', at,
      case when opted_out_at is null then 'none' else 'opted_out' end, opted_out_at, reason
    from writers order by nr
    on conflict do nothing`.execute(tx.db)
}
