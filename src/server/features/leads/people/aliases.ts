import { sql } from 'kysely'
import type { Db } from '#server/app.ts'
import { isOfBusiness, onNodeOf } from '#server/platform/by-whole-key.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { withSpellings } from './addresses.ts'

/**
 * Held until the transaction ends: an opt-out and a new alias of the same person must see each other, or the opt-out
 * misses the alias. Taken before any lead is locked.
 */
export async function lockPeople({ db }: { db: Db }, businessId: number): Promise<void> {
  await lockOfBusiness(db, businessId, 'people')
}

/** The person that each of these addresses belongs to; addresses without an alias are absent. */
export async function personsOf(
  db: Db,
  businessId: number,
  addresses: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ address: string; person_id: number }>`
    select address, person_id from person_addresses
    where business_id = ${businessId} and address = any(${addresses}::text[])`.execute(db)
  return new Map(rows.map(({ address, person_id }) => [address, person_id]))
}

/** These addresses, all their spellings, and every alias of the people they belong to. */
export async function everyAddressOf(
  db: Db,
  businessId: number,
  addresses: readonly string[],
): Promise<string[]> {
  const own = withSpellings(addresses)
  const { rows } = await sql<{ address: string }>`
    select other.address from person_addresses own
    join person_addresses other on other.business_id = own.business_id and other.person_id = own.person_id
    where own.business_id = ${businessId} and own.address = any(${own}::text[])`.execute(db)
  return [...new Set([...own, ...rows.map(({ address }) => address)])]
}

/** The same for many people at once: for each set of addresses its own answer. */
export async function everyAddressesOf(
  db: Db,
  businessId: number,
  sets: readonly (readonly string[])[],
): Promise<string[][]> {
  const own = sets.map(withSpellings)
  const { rows } = await sql<{ own: string; address: string }>`
    select own.address as own, other.address from person_addresses own
    cross join lateral (
      select address from person_addresses o
      where o.business_id = own.business_id and ${onNodeOf(businessId, 'o.business_id')} and o.person_id = own.person_id offset 0) other
    where ${isOfBusiness(businessId, 'own.business_id')} and own.address = any(${[...new Set(own.flat())]}::text[])`.execute(
    db,
  )
  const others = Map.groupBy(rows, (row) => row.own)
  return own.map((set) => [
    ...new Set([...set, ...set.flatMap((one) => others.get(one)?.map(({ address }) => address) ?? [])]),
  ])
}

/** Every address of a person in all its spellings. */
export async function allAddressesOf(
  db: Db,
  businessId: number,
  addresses: readonly string[],
): Promise<string[]> {
  return withSpellings(await everyAddressOf(db, businessId, addresses))
}

/** The aliases of a person with the time when they gave one up, for a person to read. */
export async function listAliases(
  db: Db,
  businessId: number,
  addresses: readonly string[],
): Promise<{ address: string; left_at: Date | null }[]> {
  const { rows } = await sql<{ address: string; left_at: Date | null }>`
    select distinct other.address, other.left_at from person_addresses own
    join person_addresses other on other.business_id = own.business_id and other.person_id = own.person_id
    where own.business_id = ${businessId} and own.address = any(${addresses}::text[])
    order by other.left_at nulls first, other.address`.execute(db)
  return rows
}
