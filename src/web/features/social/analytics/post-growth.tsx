import { Modal } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type Insight, type InsightPoint, socialAnalytics } from '#contract/social/social.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { IconButton } from '#web/components/forms/button.tsx'
import { Segmented } from '#web/components/forms/segmented.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Bone, SkeletonLines } from '#web/components/skeleton.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { NamedFigure } from '#web/components/tables/phone-value.tsx'
import { formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { queryFor } from '#web/net/api.ts'
import { shortCaption, shown } from './analytics-text.ts'
import type { GrowthPart } from './growth-chart.tsx'
import { failureTexts } from './use-insights.ts'

const GrowthChart = lazy(() => import('./growth-chart.tsx'))

const parts = ['engagement', 'reach', 'likes', 'comments', 'shares', 'saves'] as const

/** How the figures of one post grew. */
export function PostGrowth({
  insight,
  zone,
  onClose,
}: {
  insight: Insight
  zone: string
  onClose: () => void
}) {
  const [part, setPart] = useState<GrowthPart>('engagement')
  const [asTable, setAsTable] = useState(false)
  const history = useQuery(queryFor(socialAnalytics.history, { params: { id: insight.id } }))
  const points = history.data?.points ?? []
  // What the network never counted of this post has no line.
  const offered = parts.filter((one) => one === 'engagement' || points.some((point) => point[one] !== null))
  const columns: Column<InsightPoint>[] = [
    {
      key: 'at',
      title: t('social.analytics.asOfColumn'),
      className: 'num nw t2',
      phone: 'wide',
      cell: ({ at }) => formatDateTime(at, zone),
    },
    ...parts.map(
      (part): Column<InsightPoint> => ({
        key: part,
        title: t(`social.analytics.${part}`),
        right: true,
        className: 'num',
        cell: (point) => <NamedFigure name={t(`social.analytics.${part}`)}>{shown(point[part])}</NamedFigure>,
      }),
    ),
  ]
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('social.analytics.growthOf')}
      closeButtonProps={{ 'aria-label': t('social.analytics.close') }}
    >
      <p className="b">{shortCaption(insight.caption, 60)}</p>
      <p className="sm t2">{t('social.analytics.growthLede')}</p>
      {history.isError ? <ErrorState error={history.error} words={failureTexts()} /> : null}
      {history.isPending ? <SkeletonLines lines={4} /> : null}
      {points.length > 0 ? (
        <div className="row n sp in-tools">
          <Segmented
            label={t('social.analytics.figure')}
            choices={offered.map((value) => ({ value, name: t(`social.analytics.${value}`) }))}
            value={part}
            onChange={setPart}
          />
          <IconButton
            size="small"
            label={asTable ? t('social.analytics.asChart') : t('social.analytics.asTable')}
            onClick={() => setAsTable(!asTable)}
          >
            <Icon of={asTable ? IconChartBar : IconTable} size="small" />
          </IconButton>
        </div>
      ) : null}
      {points.length > 0 && !asTable ? (
        <Suspense fallback={<Bone height={260} />}>
          <GrowthChart points={points} part={part} zone={zone} />
        </Suspense>
      ) : null}
      {history.data && (asTable || points.length === 0) ? (
        <DataTable
          label={t('social.analytics.growthOf')}
          columns={columns}
          rows={points.toReversed()}
          keyOf={({ at }) => at}
          empty={<p>{t('social.analytics.growthNone')}</p>}
        />
      ) : null}
    </Modal>
  )
}
