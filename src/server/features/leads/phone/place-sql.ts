import { type RawBuilder, sql } from 'kysely'
import { type Place, placeOf, prefixLength, zoneCountries } from './places.ts'

/** Of each kind of place: by the shortest beginnings of addresses that tell it, `+91`, `+1212`, `IN.`. */
const tables = new Map<keyof Place, Record<string, string>>()

/** The place of an address as `placeOf` says it; null where it is not known. */
export function placeSql(what: keyof Place, address: RawBuilder<unknown>): RawBuilder<string | null> {
  const table = tables.get(what) ?? tableOf(what)
  tables.set(what, table)
  const all = JSON.stringify(table)
  const lengths = Array.from({ length: prefixLength - 1 }, (_, shorter) => prefixLength - shorter)
  const looked = lengths.map((length) => sql`${all}::jsonb ->> left(${address}, ${sql.lit(length)})`)
  return sql<string | null>`coalesce(${sql.join(looked)})`
}

function tableOf(what: keyof Place): Record<string, string> {
  const table: Record<string, string> = {}
  // All below say the same: the value, null for nowhere. Else undefined, and each of them has its own line.
  const placeBelow = (prefix: string): string | null | undefined => {
    if (prefix.length === prefixLength) return placeOf(prefix)[what]
    const below = Array.from({ length: 10 }, (_, digit) => ({
      prefix: `${prefix}${digit}`,
      value: placeBelow(`${prefix}${digit}`),
    }))
    const first = below[0]!.value
    if (prefix !== '+' && first !== undefined && below.every(({ value }) => value === first)) return first
    for (const one of below) if (one.value) table[one.prefix] = one.value
    return undefined
  }
  placeBelow('+')
  for (const country of zoneCountries) {
    const value = placeOf(`${country}.`)[what]
    if (value) table[`${country}.`] = value
  }
  return table
}
