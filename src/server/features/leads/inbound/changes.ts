import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { addressesOf, type Identity, withSpellings } from '../people/addresses.ts'
import { lockPeople } from '../people/aliases.ts'
import { rememberErased } from '../people/erased.ts'
import { asKnownPeople } from '../people/known-people.ts'
import { isOnlyErased } from '../people/write-again.ts'
import { linkPeople } from './link.ts'

/** A person has another number or user id than before. */
type IdentityChange = { businessId: number; before: Identity; now: Identity; at: Date }

/**
 * Links what a person was to what they are now. Opt-outs come along; an opt-in ends with the address that gave it,
 * because that address is somebody else's one day. Applying it twice, or late, changes nothing.
 * @returns false when the event names no two addresses.
 */
export async function applyIdentityChange(app: App, change: IdentityChange): Promise<boolean> {
  const { businessId, before, now, at } = change
  const addresses = [...new Set([...addressesOf(before), ...addressesOf(now)])]
  if (addresses.length < 2) return false
  await app.transaction(async (tx) => {
    await lockPeople(tx, businessId)
    if (await isOnlyErased(tx, businessId, addresses)) return await rememberErased(tx, businessId, addresses)
    const passedOn = await passedOnSince(tx, businessId, addresses, at)
    await linkPeople(tx, businessId, [addresses.filter((address) => !passedOn.has(address))])
    const left = withSpellings(leftAddresses(before, now))
    const { rows } = await sql<{ address: string }>`
      update person_addresses set left_at = ${at}::timestamptz
      where business_id = ${businessId} and address = any(${left}::text[]) and left_at is null
        and (returned_at is null or returned_at < ${at}::timestamptz)
      returning address`.execute(tx.db)
    const gone = rows.map(({ address }) => address)
    await takeNewId(tx, change)
    if (gone.length > 0) await asKnownPeople(tx, () => moveLeads(tx, change, gone))
  })
  return true
}

/** Addresses that somebody else was seen to have after the change. */
async function passedOnSince(
  tx: App,
  businessId: number,
  addresses: readonly string[],
  at: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ address: string }>`
    select address from person_addresses
    where business_id = ${businessId} and address = any(${addresses}::text[])
      and returned_at >= ${at}::timestamptz`.execute(tx.db)
  return new Set(rows.map(({ address }) => address))
}

/** What the person gave up: a number for another one, an id for another one. */
function leftAddresses(before: Identity, now: Identity): string[] {
  const left: string[] = []
  if (before.phone && now.phone && before.phone !== now.phone) left.push(before.phone)
  if (before.bsuid && now.bsuid && before.bsuid !== now.bsuid) left.push(before.bsuid)
  if (before.parentBsuid && now.parentBsuid && before.parentBsuid !== now.parentBsuid)
    left.push(before.parentBsuid)
  return left
}

/** A lead that keeps its phone is still the same record: it gets the new id in place of the old one. */
async function takeNewId(tx: App, { businessId, before, now }: IdentityChange): Promise<void> {
  const id = now.bsuid ?? now.parentBsuid
  if (!before.bsuid || !id) return
  await sql`
    update leads set bsuid = ${id}, updated_at = ${tx.now()}
    where business_id = ${businessId} and bsuid = ${before.bsuid} and phone is not null
      and not (phone = any(${leftPhones(before, now)}::text[]))
      and not exists (select from leads other where other.business_id = ${businessId} and other.bsuid = ${id})`.execute(
    tx.db,
  )
}

const leftPhones = (before: Identity, now: Identity): string[] =>
  before.phone && now.phone && before.phone !== now.phone ? withSpellings([before.phone]) : []

/**
 * Leads of an address that was given up are left out from now on. The new address is a lead of its own, with what is
 * known of the person but without the consent.
 */
async function moveLeads(
  tx: App,
  { businessId, now, at }: IdentityChange,
  gone: readonly string[],
): Promise<void> {
  const next = addressesOf(now)[0] ?? null
  await sql`
    with moved as (
      update leads set unreachable_at = coalesce(unreachable_at, ${at}::timestamptz),
        consent = case when consent = 'opted_in' then 'none' else consent end,
        consent_at = case when consent = 'opted_in' then null else consent_at end,
        consent_source = case when consent = 'opted_in' then null else consent_source end,
        updated_at = ${tx.now()}
      from (select id as was_id, consent as was from leads where business_id = ${businessId}
        and (phone = any(${gone}::text[]) or (phone is null and bsuid = any(${gone}::text[]))) for update) old
      where business_id = ${businessId} and id = old.was_id
      returning id, phone, bsuid, name, email, tags, attributes, old.was
    ),
    told as (
      insert into consent_changes (business_id, lead_id, phone, consent, source, details, at)
      select ${businessId}, id, coalesce(phone, bsuid), 'none', 'number_changed', ${next}::text, ${at}::timestamptz
      from moved where was = 'opted_in'
    ),
    next as materialized (
      select moved.*, s.at as opted_out_at, s.reason
      from (select * from moved order by id limit 1) moved
      left join lateral (
        select s.at, s.reason from suppressions s
        where s.business_id = ${businessId} and s.address = any(${addressesOf(now)}::text[])
        order by s.at limit 1
      ) s on true
      where not exists (
        select from leads known where known.business_id = ${businessId}
          and (known.phone = any(${now.phone ? withSpellings([now.phone]) : []}::text[])
            or known.bsuid = ${now.bsuid ?? now.parentBsuid ?? null}::text))
    )
    insert into leads (business_id, name, phone, bsuid, email, tags, attributes, source, consent, consent_at, consent_source)
    select ${businessId}::bigint, name, ${now.phone}::text, ${now.bsuid ?? now.parentBsuid ?? null}::text, email, tags, attributes,
      'number_changed', case when opted_out_at is null then 'none' else 'opted_out' end, opted_out_at, reason
    from next
    on conflict do nothing`.execute(tx.db)
}
