import { type RawBuilder, sql } from 'kysely'
import { fence } from '#server/platform/sql/two-cores.ts'

/**
 * Sets of lead ids as bitmaps of 64 ids each, made once and looked up for each lead. A join under an "or" or a "not" would
 * leave all leads to one process where parallel workers are used.
 */
export type IdSets = {
  /** Whether a lead is in what this query finds, by its column `lead_id`; the same key is the same set. */
  has: (key: string, source: RawBuilder<unknown>) => RawBuilder<boolean>
  /** For the beginning of the query that asks. */
  with: () => RawBuilder<unknown>
}

export function idSets(): IdSets {
  const sets = new Map<string, { name: string; source: RawBuilder<unknown> }>()
  return {
    has(key, source) {
      const set = sets.get(key) ?? { name: `set_${sets.size + 1}`, source }
      sets.set(key, set)
      const table = sql.ref(set.name)
      const at = sql`width_bucket((leads.id >> 6)::float8, (select chunks from ${table}))`
      return sql<boolean>`coalesce((select bits from ${table})[${at}] >> (leads.id & 63)::int & 1 = 1, false)`
    },
    with: () =>
      sets.size === 0
        ? sql``
        : sql`with ${sql.join([...sets.values()].map(({ name, source }) => setSql(name, source)))}`,
  }
}

/** An empty chunk begins each gap: the last one up to an id is then its own or empty. */
const setSql = (name: string, source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${sql.ref(name)} as materialized (
    select array_agg(chunk::float8 order by chunk) as chunks, array_agg(bits order by chunk) as bits from (
      select chunk + gap as chunk, bit_or(case gap when 0 then bits else 0 end) as bits
      from (${chunksOf(source)}) chunks, (values (0), (1)) gaps (gap)
      group by 1) filled)`

/** The lead ids that a query finds by its column `lead_id`, 64 together: rows of `chunk` and `bits`. */
export const chunksOf = (source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select chunk, bit_or(bit) as bits from (
    select ${chunkOf(sql`lead_id`)} as chunk, ${bitOf(sql`lead_id`)} as bit from (${source}) one
    where lead_id is not null ${unknownNumber}) ids
  group by chunk`

export const chunkOf = (id: RawBuilder<unknown>): RawBuilder<unknown> => sql`${id} >> 6`
export const bitOf = (id: RawBuilder<unknown>): RawBuilder<unknown> => sql`1::bigint << (${id} & 63)::int`

/** Hides how many rows there are: the planner takes each lead for a chunk of its own else, and sorts them. */
export const unknownNumber = sql`offset ${fence}`
