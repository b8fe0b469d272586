import type { Analytics, AnalyticsQuery, Touch } from '#contract/analytics/analytics.ts'
import { type SegmentCondition, touchIds, type When } from '#contract/growth/segment-rules.ts'
import type { PeopleCell } from '#web/features/segments/segments.ts'
import { t } from '#web/messages/t.ts'
import { isOver } from './analytics-text.ts'

/** A period that still goes on has no end. */
const whenOf = (period: Analytics['period']): When => {
  const { from, to } = period
  return isOver(period) ? { from, to } : { since: from }
}

const taggedAs = ({ tag }: AnalyticsQuery): SegmentCondition[] =>
  tag === undefined ? [] : [{ about: 'tag', is: 'any', tags: [tag] }]

/** What is not said is not in a rule: rules are compared. */
const said = <Scope extends object>(scope: Scope): Scope =>
  Object.fromEntries(Object.entries(scope).filter(([, value]) => value !== undefined)) as Scope

/** People who came from an ad or a post in the period. */
export function adCells(
  { ad_id, leads, conversions }: Analytics['ads'][number],
  period: Analytics['period'],
  query: AnalyticsQuery,
): PeopleCell[] {
  if (leads === 0) return []
  const { country, phone_number_id } = query
  const came: SegmentCondition = {
    about: 'ad',
    did: true,
    ad_id,
    when: whenOf(period),
    ...said({ country, phone_number_id }),
  }
  const tagged = taggedAs(query)
  return [
    { label: t('analytics.ads.came'), rules: [came, ...tagged] },
    {
      label: t('analytics.ads.notBought'),
      rules: [came, { about: 'converted', did: false, when: { since: period.from } }, ...tagged],
    },
    ...(conversions > 0
      ? [
          {
            label: t('analytics.ads.bought'),
            rules: [came, { ...creditedTo('ad', ad_id), when: { since: period.from } }, ...tagged],
          },
        ]
      : []),
  ]
}

const creditedTo = (
  touch: Touch | null,
  id: string | null,
): Extract<SegmentCondition, { about: 'converted' }> => {
  const name = touch === null || touch === 'message' ? undefined : touchIds[touch]
  const which = name === undefined || id === null ? {} : { [name]: name === 'ad_id' ? id : Number(id) }
  return { about: 'converted', did: true, when: null, touch: touch ?? 'none', ...which }
}

/** People who bought in the period, by what it counts for. */
export function conversionCells(
  { touch, id, name, count, by_read }: Analytics['conversions']['by'][number],
  period: Analytics['period'],
  query: AnalyticsQuery,
): PeopleCell[] {
  // What was deleted has no name, and no rule can point to it. An ad is known by its id alone.
  if (id !== null && name === null && touch !== 'ad') return []
  const { template, category, country, phone_number_id } = query
  const bought: SegmentCondition = {
    ...creditedTo(touch, id),
    when: whenOf(period),
    ...said({ template, category, country, phone_number_id }),
  }
  const tagged = taggedAs(query)
  return [
    ...(count > 0 ? [{ label: t('analytics.conversions.boughtByClick'), rules: [bought, ...tagged] }] : []),
    ...(by_read.count > 0
      ? [
          {
            label: t('analytics.conversions.boughtByRead'),
            rules: [{ ...bought, by_read: true } as const, ...tagged],
          },
        ]
      : []),
  ]
}

/** People who were added by a source in the period. */
export const leadCells = (source: string, period: Analytics['period']): PeopleCell[] => [
  {
    label: t('analytics.leads.people'),
    rules: [
      { about: 'source', did: true, sources: [source] },
      { about: 'added', did: true, when: whenOf(period) },
    ],
  },
]

/** People who agreed in the period, or on one day of it. */
export const optInCells = (period: Analytics['period'], day?: string): PeopleCell[] => [
  {
    label: t('analytics.consent.opted_in'),
    rules: [
      {
        about: 'consent',
        did: true,
        consent: 'opted_in',
        when: day === undefined ? whenOf(period) : { from: day, to: day },
      },
    ],
  },
]
