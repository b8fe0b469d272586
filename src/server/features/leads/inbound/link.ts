import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { spreadOptOuts } from '../consent/spread.ts'
import { countPhones, withSpellings } from '../people/addresses.ts'
import { everyAddressOf, lockPeople, personsOf } from '../people/aliases.ts'

/**
 * Records that each of these sets of addresses is one person. People who turn out to be one keep all their addresses;
 * an opt-out of one address then holds for all, an opt-in stays with the address that gave it.
 * Linking what is linked costs one look-up.
 * @returns whether anything is new.
 */
export async function linkPeople(
  app: App,
  businessId: number,
  named: readonly (readonly string[])[],
): Promise<boolean> {
  const sets = named.filter((set) => set.length > 1).map(withSpellings)
  if (sets.length === 0) return false
  const known = await personsOf(app.db, businessId, sets.flat())
  const fresh = sets.filter((set) => !isLinked(set, known))
  if (fresh.length === 0) return false
  await app.transaction(async (tx) => {
    await lockPeople(tx, businessId)
    const before = await personsOf(tx.db, businessId, await everyAddressOf(tx.db, businessId, fresh.flat()))
    await write(tx, businessId, groupsOf(fresh, before))
    await spreadOptOuts(tx, businessId, fresh, before)
  })
  return true
}

function isLinked(set: readonly string[], known: ReadonlyMap<string, number>): boolean {
  const person = known.get(set[0] ?? '')
  return person !== undefined && set.every((address) => known.get(address) === person)
}

/** One person: the addresses that are named now, and the persons that they were until now. */
type Group = { addresses: Set<string>; persons: Set<number> }

/** Sets that share an address or a person become one group. */
function groupsOf(sets: readonly (readonly string[])[], known: ReadonlyMap<string, number>): Group[] {
  const byKey = new Map<string | number, Group>()
  for (const set of sets) {
    const persons = set.flatMap((address) => known.get(address) ?? [])
    const keys = [...set, ...persons]
    const joined = new Set(keys.flatMap((key) => byKey.get(key) ?? []))
    const group: Group = { addresses: new Set(set), persons: new Set(persons) }
    for (const other of joined) {
      for (const address of other.addresses) group.addresses.add(address)
      for (const person of other.persons) group.persons.add(person)
    }
    for (const key of [...group.addresses, ...group.persons]) byKey.set(key, group)
  }
  return [...new Set(byKey.values())]
}

async function write(tx: App, businessId: number, groups: readonly Group[]): Promise<void> {
  const isNew = groups.filter(({ persons }) => persons.size === 0)
  const { rows: ids } = await sql<{ id: number }>`
    select nextval('person_ids') as id from generate_series(1, ${isNew.length}::int)`.execute(tx.db)
  const personOf = new Map(isNew.map((group, index) => [group, Number(ids[index]?.id)]))
  for (const group of groups) {
    if (group.persons.size > 0) personOf.set(group, Math.min(...group.persons))
  }
  const merges = groups.flatMap((group) =>
    [...group.persons].flatMap((from) =>
      from === personOf.get(group) ? [] : [{ from, to: personOf.get(group)! }],
    ),
  )
  if (merges.length > 0) {
    await sql`
      update person_addresses a set person_id = m.to_person
      from unnest(${merges.map(({ from }) => from)}::bigint[], ${merges.map(({ to }) => to)}::bigint[])
        as m (from_person, to_person)
      where a.business_id = ${businessId} and a.person_id = m.from_person`.execute(tx.db)
  }
  const rows = groups.flatMap((group) =>
    [...group.addresses].map((address) => ({ address, person: personOf.get(group)! })),
  )
  await sql`
    insert into person_addresses (business_id, address, person_id, linked_at)
    select ${businessId}, address, person, ${tx.now()}::timestamptz
    from unnest(${rows.map(({ address }) => address)}::text[], ${rows.map(({ person }) => person)}::bigint[])
      as named (address, person)
    order by address
    on conflict (business_id, address) do nothing`.execute(tx.db)
  await markSeveral(tx, businessId, [...new Set(personOf.values())])
}

async function markSeveral(tx: App, businessId: number, persons: readonly number[]): Promise<void> {
  const { rows } = await sql<{ person_id: number; phones: string[] }>`
    select person_id, array_agg(address) as phones from person_addresses
    where business_id = ${businessId} and person_id = any(${persons}::bigint[]) and address like '+%'
    group by person_id having count(*) > 1`.execute(tx.db)
  const several = rows.filter(({ phones }) => countPhones(phones) > 1).map(({ person_id }) => person_id)
  if (several.length === 0) return
  await sql`
    update person_addresses set several_phones = true
    where business_id = ${businessId} and person_id = any(${several}::bigint[]) and not several_phones`.execute(
    tx.db,
  )
}
