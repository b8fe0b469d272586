import { type RawBuilder, sql } from 'kysely'
import { isGroup, type SegmentRules } from '#contract/growth/segment-rules.ts'
import { askedOf, type Condition, turned } from './conditions.ts'
import { idSets } from './id-sets.ts'
import type { Reading } from './reading.ts'
import { type OfSet, sourcesOf } from './sets.ts'

/**
 * Rules as SQL over `leads`: the sets that they need, and the condition. A set that all people of a segment must be in is
 * a semi-join, which finds the leads of a small one by their index, and lets a list of the newest end with its page.
 * Under an "or" sets are looked up lead by lead.
 */
export function segmentSql(
  rules: SegmentRules,
  reading: Reading,
): { sets: RawBuilder<unknown>; where: Condition } {
  const sets = idSets()
  const inSet = (condition: OfSet, isRequired: boolean): Condition => {
    const sources = sourcesOf(condition, reading)
    if (!isRequired) {
      const source = sql.join(sources, sql` union all `)
      // Turned round, it is about the same set.
      return turned(condition.did, sets.has(JSON.stringify({ ...condition, did: true }), source))
    }
    if (condition.did) return isOneOf(sources)
    return joined(
      'all',
      sources.map((source) => turned(false, isOneOf([source]))),
    )
  }
  const groupSql = ({ match, rules: inner }: SegmentRules, isRequired: boolean): Condition => {
    const isEachRequired = isRequired && (match === 'all' || inner.length === 1)
    const each = inner.map((rule) => {
      if (isGroup(rule)) return groupSql(rule, isEachRequired)
      const asked = askedOf(rule, reading)
      return 'own' in asked ? asked.own : inSet(asked.set, isEachRequired)
    })
    return joined(match, each)
  }
  const where = groupSql(rules, true)
  return { sets: sets.with(), where }
}

/** Whether a lead is in what one of these queries finds. */
export const isOneOf = (sources: readonly RawBuilder<unknown>[]): Condition =>
  sql<boolean>`exists (select from (${sql.join(sources, sql` union all `)}) one where one.lead_id = leads.id)`

/** Whether a lead is in a segment, for a query over `leads` of the same business. */
export function inSegmentSql(rules: SegmentRules, reading: Reading): Condition {
  const { sets, where } = segmentSql(rules, reading)
  return sql<boolean>`leads.id in (${sets} select leads.id from leads
    where leads.business_id = ${reading.businessId} and ${where})`
}

const joined = (match: 'all' | 'any', conditions: Condition[]): Condition =>
  sql<boolean>`(${sql.join(conditions, match === 'all' ? sql` and ` : sql` or `)})`
