import { type RawBuilder, sql } from 'kysely'
import {
  type FieldTest,
  isGroup,
  type SegmentCondition,
  type SegmentRules,
  type TextTest,
} from '#contract/growth/segment-rules.ts'
import { inAudience, likePart } from '#server/features/leads/leads.ts'
import { idSets } from './id-sets.ts'
import { type Reading, startOf, within } from './reading.ts'
import { type OfSet, readsMessages, sourcesOf } from './sets.ts'

type Condition = RawBuilder<boolean>

/** Rules as SQL over `leads`: the sets that they need, the condition, and each rule of the first level alone. */
export type SegmentSql = { sets: RawBuilder<unknown>; where: Condition; parts: Condition[] }

/**
 * What a query asks of rules: `leads` reads them, where a list of the newest must not wait for sets of all leads;
 * `count` counts them; `parts` asks for each rule alone, so that no rule may leave leads out.
 */
type Use = 'leads' | 'count' | 'parts'

/**
 * The one reading of rules. A set that all people of a segment must be in is a semi-join, which finds the leads of a
 * small one by their index. Under an "or", and in counts of many leads, sets are looked up lead by lead.
 */
export function segmentSql(rules: SegmentRules, reading: Reading, use: Use): SegmentSql {
  const sets = idSets()
  const inSet = (condition: OfSet, isRequired: boolean): Condition => {
    const sources = sourcesOf(condition, reading)
    const isOneOf = (source: RawBuilder<unknown>) =>
      sql<boolean>`exists (select from (${source}) one where one.lead_id = leads.id)`
    const source = sql.join(sources, sql` union all `)
    if (isRequired && condition.did && (use === 'leads' || !readsMessages(condition))) return isOneOf(source)
    if (isRequired && use === 'leads')
      return sql<boolean>`${sql.join(
        sources.map((one) => turned(false, isOneOf(one))),
        sql` and `,
      )}`
    // Turned round, it is about the same set.
    return turned(condition.did, sets.has(JSON.stringify({ ...condition, did: true }), source))
  }
  const groupSql = ({ match, rules: inner }: SegmentRules, isRequired: boolean): Condition[] => {
    const isEachRequired = isRequired && (match === 'all' || inner.length === 1)
    return inner.map((rule) =>
      isGroup(rule)
        ? joined(rule.match, groupSql(rule, isEachRequired))
        : conditionSql(rule, reading, (one) => inSet(one, isEachRequired)),
    )
  }
  const parts = groupSql(rules, use !== 'parts')
  return { sets: sets.with(), where: joined(rules.match, parts), parts }
}

/** Whether a lead is in a segment, for a query over `leads` of the same business. */
export function inSegmentSql(rules: SegmentRules, reading: Reading): Condition {
  const { sets, where } = segmentSql(rules, reading, 'leads')
  return sql<boolean>`leads.id in (${sets} select leads.id from leads
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
      if (condition.when) return inSet(condition)
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
      return turned(condition.did, within(sql`leads.created_at`, condition.when, reading))
    case 'wrote':
      return turned(
        condition.did,
        condition.when
          ? sql<boolean>`coalesce(leads.last_inbound_at >= ${startOf(condition.when, reading)}, false)`
          : sql<boolean>`leads.last_inbound_at is not null`,
      )
    case 'message':
    case 'converted':
    case 'ad':
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
