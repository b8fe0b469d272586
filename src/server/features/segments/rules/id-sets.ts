import { type RawBuilder, sql } from 'kysely'

/**
 * Sets of lead ids as bitmaps of 64 ids each, made once by parallel workers and looked up for each lead. A join under
 * an "or" or a "not" would leave all leads to one process.
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

/**
 * An empty chunk begins each gap: the last one up to an id is then its own or empty. `offset '0'` hides the number of
 * leads, for which the planner would expect as many chunks and use no workers; `offset 0` is not parallel either.
 */
const setSql = (name: string, source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${sql.ref(name)} as materialized (
    select array_agg(chunk::float8 order by chunk) as chunks, array_agg(bits order by chunk) as bits from (
      select chunk + gap as chunk, bit_or(case gap when 0 then bits else 0 end) as bits from (
        select chunk, bit_or(bit) as bits from (
          select lead_id >> 6 as chunk, 1::bigint << (lead_id & 63)::int as bit from (${source}) one
          where lead_id is not null offset '0') ids
        group by chunk) chunks, (values (0), (1)) gaps (gap)
      group by 1) filled)`
