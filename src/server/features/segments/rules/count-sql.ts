import { type RawBuilder, sql } from 'kysely'
import {
  isGroup,
  type SegmentCondition,
  type SegmentGroup,
  type SegmentRules,
} from '#contract/growth/segment-rules.ts'
import { askedOf, type Condition } from './conditions.ts'
import { bitOf, chunkOf, chunksOf, unknownNumber } from './id-sets.ts'
import { isOneOf } from './people-sql.ts'
import type { Reading } from './reading.ts'
import { type OfSet, readsMessages, sourcesOf } from './sets.ts'

/** A bigint with a bit for each of 64 leads. */
type Bits = RawBuilder<unknown>

/**
 * Rules for counting, by bits: `from` has a row for 64 ids of leads, `everyone` those that are leads, `parts` those whom
 * each rule of the first level alone finds, and `all` those whom all rules together find.
 */
export type CountSql = {
  with: RawBuilder<unknown>
  from: RawBuilder<unknown>
  everyone: Bits
  all: Bits
  parts: Bits[]
}

/**
 * The reading of rules for counts of many leads. Leads and each set are read once, 64 ids together; "and", "or" and "not"
 * are then asked of 64 leads at a time. To look each lead up in each set took twice as long with a million leads.
 * @param options.only leaves the other leads out.
 * @param options.eachPart whether `parts` are wanted: no rule may then leave leads out. Else what all people of a segment
 * must be or have done leaves the others out before they are read, but for sets that are made of all messages.
 */
export function countSql(
  rules: SegmentRules,
  reading: Reading,
  options: { eachPart: boolean; only?: Condition | undefined },
): CountSql {
  const own: Condition[] = []
  const sets = new Map<string, { name: string; source: RawBuilder<unknown> }>()
  const required: Condition[] = options.only ? [options.only] : []

  const ofLead = (condition: Condition): Bits => {
    own.push(condition)
    return sql.ref(`own_${own.length}`)
  }
  const ofSet = (condition: OfSet): Bits => {
    // Turned round, it is about the same set.
    const key = JSON.stringify({ ...condition, did: true })
    const source = sql.join(sourcesOf(condition, reading), sql` union all `)
    const set = sets.get(key) ?? { name: `set_${sets.size + 1}`, source }
    sets.set(key, set)
    const bits = sql`coalesce(${sql.ref(`${set.name}.bits`)}, 0)`
    return condition.did ? bits : sql`~${bits}`
  }
  /** Nothing where the leads that are read all have what the rule asks. */
  const bitsOf = (rule: SegmentCondition | SegmentGroup, isRequired: boolean): Bits | undefined => {
    if (isGroup(rule)) return joined(rule, isRequired)
    const asked = askedOf(rule, reading)
    if ('own' in asked) {
      if (!isRequired) return ofLead(asked.own)
      required.push(asked.own)
      return undefined
    }
    if (!isRequired || !asked.set.did || readsMessages(asked.set)) return ofSet(asked.set)
    required.push(isOneOf(sourcesOf(asked.set, reading)))
    return undefined
  }
  const joined = ({ match, rules: inner }: SegmentRules, isRequired: boolean): Bits | undefined => {
    const isEachRequired = isRequired && (match === 'all' || inner.length === 1)
    const each = inner.map((rule) => bitsOf(rule, isEachRequired)).filter((bits) => bits !== undefined)
    return each.length === 0 ? undefined : sql`(${sql.join(each, match === 'all' ? sql` & ` : sql` | `)})`
  }
  const found = (bits: Bits | undefined): Bits => (bits ? sql`(everyone & ${bits})` : sql`everyone`)

  const parts = options.eachPart ? rules.rules.map((rule) => found(bitsOf(rule, false))) : []
  const all = options.eachPart
    ? sql`(${sql.join(parts, rules.match === 'all' ? sql` & ` : sql` | `)})`
    : found(joined(rules, true))
  const where = [sql<boolean>`leads.business_id = ${reading.businessId}`, ...required]
  const everyone = sql`everyone as materialized (
    select ${sql.join([sql`chunk, bit_or(bit) as everyone`, ...own.map((_, nr) => sql`bit_or(case when ${ownName(nr)} then bit else 0 end) as ${ownName(nr)}`)])}
    from (
      select ${sql.join([sql`${chunkOf(sql`leads.id`)} as chunk, ${bitOf(sql`leads.id`)} as bit`, ...own.map((condition, nr) => sql`${condition} as ${ownName(nr)}`)])}
      from leads where ${sql.join(where, sql` and `)} ${unknownNumber}) one
    group by chunk)`
  const named = [...sets.values()]
  return {
    with: sql`with ${sql.join([everyone, ...named.map(({ name, source }) => sql`${sql.ref(name)} as materialized (${chunksOf(source)})`)])}`,
    from: sql`everyone ${sql.join(
      named.map(({ name }) => sql`left join ${sql.table(name)} using (chunk)`),
      sql` `,
    )}`,
    everyone: sql`everyone`,
    all,
    parts,
  }
}

/** How many leads there are in the rows of `from`. */
export const countOf = (bits: Bits): RawBuilder<number> =>
  sql<number>`coalesce(sum(bit_count(${bits}::bit(64))), 0)::int`

const ownName = (nr: number) => sql.ref(`own_${nr + 1}`)
