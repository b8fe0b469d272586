import { type RawBuilder, sql } from 'kysely'
import {
  type FieldTest,
  isGroup,
  type SegmentCondition,
  type SegmentGroup,
  type SegmentRules,
  type TextTest,
} from '#contract/growth/segment-rules.ts'
import { inAudience, likePart } from '#server/features/leads/leads.ts'
import { type Reading, startOf } from './reading.ts'
import { type OfSet, sourcesOf } from './sets.ts'

type Condition = RawBuilder<boolean>

/** Rules as SQL over `leads`: the joins that they need, the condition, and each rule of the first level alone. */
export type SegmentSql = { joins: RawBuilder<unknown>; where: Condition; parts: Condition[] }

/**
 * The one reading of rules: counts, samples, exports and campaigns are made from it. What people did comes as sets of
 * leads. A set that all people of the segment must be in, or out of, is a semi-join or anti-join, which works in
 * parallel; under an "or" it is joined from the left, once however many conditions name it. As a condition of each row
 * it would be looked up a million times where it does not fit into memory.
 * @param more.parts whether each rule is asked for alone too: then no set may leave leads out.
 */
export function segmentSql(rules: SegmentRules, reading: Reading, more = { parts: false }): SegmentSql {
  const sets = new Map<string, { alias: string; source: RawBuilder<unknown> }>()
  const aliasOf = (condition: OfSet): string => {
    // Turned round, it is about the same set.
    const key = JSON.stringify({ ...condition, did: true })
    const known = sets.get(key)
    if (known) return known.alias
    const alias = `set_${sets.size + 1}`
    sets.set(key, { alias, source: sql.join(sourcesOf(condition, reading), sql` union all `) })
    return alias
  }
  const joinedSet = (condition: OfSet): Condition => {
    const lead = sql.ref(`${aliasOf(condition)}.lead_id`)
    return condition.did ? sql<boolean>`${lead} is not null` : sql<boolean>`${lead} is null`
  }
  const requiredSet = (condition: OfSet): Condition => {
    const sources = sourcesOf(condition, reading)
    const isOneOf = (source: RawBuilder<unknown>) =>
      sql`exists (select from (${source}) one where one.lead_id = leads.id)`
    return condition.did
      ? sql<boolean>`${isOneOf(sql.join(sources, sql` union all `))}`
      : sql<boolean>`${sql.join(
          sources.map((source) => sql`not ${isOneOf(source)}`),
          sql` and `,
        )}`
  }
  const isRequired = rules.match === 'all' && !more.parts
  const parts = rules.rules.map((rule: SegmentCondition | SegmentGroup) =>
    isGroup(rule)
      ? joined(
          rule.match,
          rule.rules.map((one) => conditionSql(one, reading, joinedSet)),
        )
      : conditionSql(rule, reading, isRequired ? requiredSet : joinedSet),
  )
  const where = joined(rules.match, parts)
  const joins = [...sets.values()].map(
    ({
      alias,
      source,
    }) => sql`left join (select distinct lead_id from (${source}) one where lead_id is not null)
      ${sql.ref(alias)} on ${sql.ref(`${alias}.lead_id`)} = leads.id`,
  )
  return { joins: sql.join(joins, sql` `), where, parts }
}

/** Whether a lead is in a segment, for a query over `leads` of the same business. */
export function inSegmentSql(rules: SegmentRules, reading: Reading): Condition {
  const { joins, where } = segmentSql(rules, reading)
  return sql<boolean>`leads.id in (select leads.id from leads ${joins}
    where leads.business_id = ${reading.businessId} and ${where})`
}

const joined = (match: 'all' | 'any', conditions: Condition[]): Condition =>
  sql<boolean>`(${sql.join(conditions, match === 'all' ? sql` and ` : sql` or `)})`

/** Each is true or false and never null, so that it can be turned round. */
function conditionSql(
  condition: SegmentCondition,
  reading: Reading,
  inSet: (condition: OfSet) => Condition,
): Condition {
  switch (condition.about) {
    case 'tag':
      return tagSql(condition)
    case 'consent':
      return turned(condition.did, sql<boolean>`${inAudience({ consent: condition.consent })}`)
    case 'reachable':
      return condition.days === null
        ? turned(condition.did, sql<boolean>`leads.unreachable_at is null`)
        : sql<boolean>`coalesce(leads.unreachable_at <= ${startOf({ days: condition.days }, reading)}, false)`
    case 'text':
      return textSql(sql`leads.${sql.ref(condition.field)}`, condition.is, condition.value)
    case 'field':
      return fieldSql(condition, reading)
    case 'source':
      return turned(condition.did, sql<boolean>`leads.source = any(${condition.sources}::text[])`)
    case 'added':
      return turned(condition.did, sql<boolean>`leads.created_at >= ${startOf(condition.when, reading)}`)
    case 'wrote':
      return turned(
        condition.did,
        condition.when
          ? sql<boolean>`coalesce(leads.last_inbound_at >= ${startOf(condition.when, reading)}, false)`
          : sql<boolean>`leads.last_inbound_at is not null`,
      )
    case 'message':
    case 'converted':
    case 'conversation':
    case 'optin':
      return inSet(condition)
  }
}

function tagSql({ is, tags }: Extract<SegmentCondition, { about: 'tag' }>): Condition {
  if (is === 'all') return sql<boolean>`leads.tags @> ${tags}::text[]`
  return sql<boolean>`${inAudience(is === 'any' ? { tags } : { all: true, exclude_tags: tags })}`
}

const turned = (did: boolean, condition: Condition): Condition =>
  did ? condition : sql<boolean>`not ${condition}`

/** Letters of any case are the same. */
function textSql(column: RawBuilder<unknown>, is: TextTest, value: string): Condition {
  const text = sql`lower(coalesce(${column}, ''))`
  const wanted = (typed: string) => sql`lower(${typed}::text)`
  switch (is) {
    case 'is':
      return sql<boolean>`(${text} = ${wanted(value)})`
    case 'is_not':
      return sql<boolean>`(${text} <> ${wanted(value)})`
    case 'contains':
      return sql<boolean>`(${text} like ${wanted(likePart(value))})`
    case 'contains_not':
      return sql<boolean>`(${text} not like ${wanted(likePart(value))})`
    case 'starts':
      return sql<boolean>`starts_with(${text}, ${wanted(value)})`
    case 'known':
      return sql<boolean>`(${text} <> '')`
    case 'unknown':
      return sql<boolean>`(${text} = '')`
  }
}

function fieldSql(
  { name, is, value }: { name: string; is: FieldTest; value: string },
  { now, zone }: Reading,
): Condition {
  const text = sql`(leads.attributes ->> ${name}::text)`
  switch (is) {
    case 'more':
    case 'less': {
      const number = sql`case when ${text} ~ '^-?\\d{1,15}(\\.\\d{1,6})?$' then ${text}::numeric end`
      return sql<boolean>`coalesce(${number} ${is === 'more' ? sql`>` : sql`<`} ${value}::numeric, false)`
    }
    case 'before':
    case 'after':
      // Dates are kept as 2026-11-24, and so in the order of their letters.
      return sql<boolean>`coalesce(${text} ~ ${datePattern} and ${text} collate "C" ${is === 'before' ? sql`<` : sql`>`} ${value}, false)`
    case 'this_month':
      return sql<boolean>`coalesce(${text} ~ ${datePattern}
        and substr(${text}, 6, 2) = to_char(${now}::timestamptz at time zone ${zone}, 'MM'), false)`
    default:
      return textSql(text, is, value)
  }
}

const datePattern = sql.lit('^\\d{4}-\\d{2}-\\d{2}$')
