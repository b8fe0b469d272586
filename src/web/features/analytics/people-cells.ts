import type { Analytics, AnalyticsQuery } from '#contract/analytics/analytics.ts'
import type { SegmentCondition, When } from '#contract/growth/segment-rules.ts'
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
  { ad_id, leads }: Analytics['ads'][number],
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
  ]
}
