import type { Analytics, AnalyticsQuery, Counts, MessageCategory } from '#contract/analytics/analytics.ts'
import { scopeOf } from '#contract/growth/segment-rules.ts'
import type { CampaignCell } from '#contract/growth/segments.ts'
import { currentLocale } from '#contract/messages/language.ts'
import { dateFormat, numberFormat } from '#contract/text/formats.ts'
import type { CellsOf } from '#web/features/segments/segments.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatDay } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

export type Step = 'sent' | 'delivered' | 'read' | 'clicked' | 'replied' | 'converted'
export const steps: readonly Step[] = ['sent', 'delivered', 'read', 'clicked', 'replied', 'converted']

/** What a step is a share of. */
export const partOf: Record<Step, 'sent' | 'delivered' | 'read' | null> = {
  sent: null,
  delivered: 'sent',
  read: 'delivered',
  clicked: 'read',
  replied: 'read',
  converted: 'read',
}

export const countName = (name: keyof Counts | 'converted'): string => t(`analytics.counts.${name}`)

export const categoryName = (category: MessageCategory): string =>
  t('analytics.category', { category: category.toLowerCase() as 'marketing' })

/** `2026-11-23` as `23 Nov 2026`, `2026-11-23T14` as `14:00`. */
export function stepName(at: string): string {
  const [day = '', hour] = at.split('T')
  return hour === undefined ? formatDay(day) : t('analytics.hourOfDay', { day: formatDay(day), hour })
}

/** How a count compares with the one before: `12% more than before`. */
export function changeOf(now: number, before: number): string {
  if (before === 0) return now === 0 ? t('analytics.change.same') : t('analytics.change.none')
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  if (percent === 0) return t('analytics.change.same')
  const words = { percent: percentText(percent) }
  return now > before ? t('analytics.change.more', words) : t('analytics.change.less', words)
}

/** How a share compares with the one before: `4 points up`. */
export function pointsOf(now: [number, number], before: [number, number]): string {
  if (now[1] === 0) return ''
  if (before[1] === 0) return t('analytics.change.none')
  const points = (now[0] / now[1] - before[0] / before[1]) * 100
  const rounded =
    Math.abs(points) >= 2 ? Math.round(Math.abs(points)) : Math.round(Math.abs(points) * 10) / 10
  if (rounded === 0) return t('analytics.change.same')
  const words = { count: rounded, points: formatNumber(rounded) }
  return points > 0 ? t('analytics.change.up', words) : t('analytics.change.down', words)
}

const percentText = (percent: number): string =>
  numberFormat(currentLocale(), { style: 'percent' }).format(percent / 100)

export const twoDigits = (hour: number): string => String(hour).padStart(2, '0')

export type Cell = Analytics['hours'][number]

/** Fewer messages than this say nothing about an hour. */
export const fewest = 30

/** Whose messages a report is of, as a segment can say it: of a period that is over, those that left in it. */
export function cellsOf(
  { from, to, timezone }: Analytics['period'],
  { campaign_id, tag, template, category, country, phone_number_id }: AnalyticsQuery,
): CellsOf {
  const scope = scopeOf({ template, category, country, phone_number_id })
  if (campaign_id !== undefined) return { campaign_id, tag, ...scope }
  return isOver({ to, timezone })
    ? { campaign_id: null, days: { from, to }, tag, ...scope }
    : { campaign_id: null, since: from, tag, ...scope }
}

/** Of which days the messages of `cellsOf` are; null where a campaign says that. */
export function writtenText(period: Analytics['period'], { campaign_id }: AnalyticsQuery): string | null {
  if (campaign_id !== undefined) return null
  const [from, to] = [formatDay(period.from), formatDay(period.to)]
  return isOver(period)
    ? t('analytics.follow.days', { from, to })
    : t('analytics.follow.since', { day: from })
}

/** Whose messages a line of a template is of: it has one for each category that was charged. */
export const cellsOfTemplate = (
  of: CellsOf,
  { template, category }: Pick<Analytics['templates'][number], 'template' | 'category'>,
): CellsOf => ({ ...of, template, category })

/** Whose messages a version of an A/B test is of. */
export const cellsOfVersion = (
  period: Analytics['period'],
  query: AnalyticsQuery,
  { campaign_id, variant }: { campaign_id: number; variant: number },
): CellsOf => ({ ...cellsOf(period, { ...query, campaign_id }), variant })

/** Whether the last day of a period has ended where the business is. */
export const isOver = ({ to, timezone }: Pick<Analytics['period'], 'to' | 'timezone'>): boolean =>
  to < dateFormat('en-CA', { timeZone: timezone }).format(new Date())

/** The cells of a line that can have anybody in them. */
export function cellsWith(
  counts: Pick<Counts, 'sent' | 'delivered' | 'read' | 'clicked' | 'replied'>,
): CampaignCell[] {
  const { sent, delivered, read, clicked, replied } = counts
  const people: [CampaignCell, number][] = [
    ['not_delivered', sent - delivered],
    ['not_read', delivered - read],
    ['not_clicked', clicked > 0 ? read - clicked : 0],
    ['clicked', clicked],
    ['not_converted', clicked],
    ['not_answered', read - replied],
    ['answered', replied],
  ]
  return people.flatMap(([cell, count]) => (count > 0 ? [cell] : []))
}

/** A number's messaging limit at the end of a period. */
export const lastLimitText = (period: Analytics['period'], limit: string): string =>
  isOver(period)
    ? t('analytics.health.limitThen', { limit, day: formatDay(period.to) })
    : t('analytics.health.limitNow', { limit })
