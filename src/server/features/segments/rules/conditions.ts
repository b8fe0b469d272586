import { type RawBuilder, sql } from 'kysely'
import type { FieldTest, SegmentCondition, TextTest } from '#contract/growth/segment-rules.ts'
import { inAudience, likePart } from '#server/features/leads/leads.ts'
import { type Reading, startOf, within } from './reading.ts'
import type { OfSet } from './sets.ts'

export type Condition = RawBuilder<boolean>

/** What a condition asks: something of the lead itself, or whether the lead is in a set. */
export type Asked = { own: Condition } | { set: OfSet }

export function askedOf(condition: SegmentCondition, reading: Reading): Asked {
  switch (condition.about) {
    case 'consent':
      return condition.when ? { set: condition } : { own: ownSql(condition, reading) }
    case 'message':
    case 'converted':
    case 'ad':
    case 'conversation':
    case 'optin':
      return { set: condition }
    default:
      return { own: ownSql(condition, reading) }
  }
}

type OfLead = Exclude<SegmentCondition, { about: 'message' | 'converted' | 'ad' | 'conversation' | 'optin' }>

/** Each is true or false and never null, so that it can be turned round. */
function ownSql(condition: OfLead, reading: Reading): Condition {
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
      return turned(condition.did, within(sql`leads.created_at`, condition.when, reading))
    case 'wrote':
      return turned(
        condition.did,
        condition.when
          ? sql<boolean>`coalesce(leads.last_inbound_at >= ${startOf(condition.when, reading)}, false)`
          : sql<boolean>`leads.last_inbound_at is not null`,
      )
  }
}

function tagSql({ is, tags }: Extract<SegmentCondition, { about: 'tag' }>): Condition {
  if (is === 'all') return sql<boolean>`leads.tags @> ${tags}::text[]`
  return sql<boolean>`${inAudience(is === 'any' ? { tags } : { all: true, exclude_tags: tags })}`
}

export const turned = (did: boolean, condition: Condition): Condition =>
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
