import { type Insight, type Metric, type Platform, platformNames } from '#contract/social/social.ts'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { NamedFigure } from '#web/components/tables/phone-value.tsx'
import { formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { reasonText, shortCaption, shown } from './analytics-text.ts'

const metrics: readonly Metric[] = ['likes', 'comments', 'shares', 'saves', 'reach', 'views']

/** Posts and all their figures; a missing one says why. */
export function InsightTable({
  label,
  rows,
  platform,
  zone,
  onOpen,
}: {
  label: string
  rows: readonly Insight[]
  platform: Platform
  zone: string
  onOpen?: (insight: Insight) => void
}) {
  return (
    <DataTable
      label={label}
      columns={columnsFor(platform, zone, onOpen)}
      rows={rows}
      keyOf={({ id }) => id}
    />
  )
}

function columnsFor(
  platform: Platform,
  zone: string,
  onOpen: ((insight: Insight) => void) | undefined,
): Column<Insight>[] {
  return [
    {
      key: 'caption',
      title: t('social.analytics.caption'),
      phone: 'wide',
      cell: (insight) =>
        onOpen ? (
          <button type="button" className="as-link b" onClick={() => onOpen(insight)}>
            {shortCaption(insight.caption, 40)}
          </button>
        ) : (
          shortCaption(insight.caption, 40)
        ),
    },
    {
      key: 'posted',
      title: t('social.analytics.posted'),
      phone: 'wide',
      className: 'num nw t2',
      cell: ({ posted_at }) => formatDateTime(posted_at, zone),
    },
    ...metrics.map(
      (metric): Column<Insight> => ({
        key: metric,
        title: t(`social.analytics.${metric}`),
        right: true,
        className: 'num',
        cell: ({ figures }) => {
          const figure = figures[metric]
          const name = t(`social.analytics.${metric}`)
          if (!figure?.reason) return <NamedFigure name={name}>{shown(figure?.value)}</NamedFigure>
          const why = reasonText([metric], figure.reason, platform)
          return (
            <NamedFigure name={name}>
              <span title={why}>
                <span aria-hidden="true">–</span>
                <span className="in-hidden">{why}</span>
              </span>
            </NamedFigure>
          )
        },
      }),
    ),
    {
      key: 'engagement',
      title: t('social.analytics.engagement'),
      right: true,
      className: 'num b',
      cell: ({ engagement }) => (
        <NamedFigure name={t('social.analytics.engagement')}>{shown(engagement)}</NamedFigure>
      ),
    },
    {
      key: 'network',
      title: t('social.analytics.platform'),
      phone: 'away',
      className: 't2',
      cell: () => platformNames[platform],
    },
  ]
}
