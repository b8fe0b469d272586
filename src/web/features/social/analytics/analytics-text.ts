import {
  type Insight,
  type Metric,
  type MissingReason,
  type Platform,
  platformNames,
} from '#contract/social/social.ts'
import { formatList } from '#web/format/list.ts'
import { formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'

/** A missing figure is a dash, never 0. */
export const shown = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : formatNumber(value)

const whole: readonly MissingReason[] = ['gone', 'not_linked']

/** Why figures are missing. */
export const reasonText = (metrics: readonly Metric[], reason: MissingReason, platform: Platform): string =>
  t(`social.analytics.why.${reason}`, {
    figure: formatList(metrics.map((metric) => t(`social.analytics.${metric}`))),
    network: platformNames[platform],
  })

/** The reasons of the three figures that a card shows; one where the whole post is at fault, one for all that have the same. */
export function reasonsOf({ figures }: Insight, platform: Platform): string[] {
  const missing = (['likes', 'comments', 'reach'] as const).flatMap((metric) => {
    const reason = figures[metric]?.reason
    return reason ? [{ metric, reason }] : []
  })
  const all = missing.find(({ reason }) => whole.includes(reason))
  if (all) return [reasonText([all.metric], all.reason, platform)]
  return [...Map.groupBy(missing, ({ reason }) => reason)].map(([reason, those]) =>
    reasonText(
      those.map(({ metric }) => metric),
      reason,
      platform,
    ),
  )
}

const letters = new Intl.Segmenter()

/** A caption for a label: its first letters. */
export function shortCaption(caption: string, length: number): string {
  const line = caption.replaceAll(/\s+/g, ' ').trim()
  if (line === '') return t('social.analytics.noText')
  const parts = [...letters.segment(line)].map(({ segment }) => segment)
  return parts.length <= length
    ? line
    : `${parts
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}
