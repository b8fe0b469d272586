import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Insight, type InsightPoint, socialAnalytics } from '#contract/social/social.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { queryFor } from '#web/net/api.ts'
import { shown } from './analytics-text.ts'
import { failureTexts } from './use-insights.ts'

const parts = ['likes', 'comments', 'shares', 'saves', 'reach', 'engagement'] as const

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
  const history = useQuery(queryFor(socialAnalytics.history, { params: { id: insight.id } }))
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
        cell: (point) => shown(point[part]),
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
      <p className="sm t2">{t('social.analytics.growthLede')}</p>
      {history.isError ? <ErrorState error={history.error} words={failureTexts()} /> : null}
      {history.isPending ? <SkeletonLines lines={4} /> : null}
      {history.data ? (
        <DataTable
          label={t('social.analytics.growthOf')}
          columns={columns}
          rows={history.data.points.toReversed()}
          keyOf={({ at }) => at}
          empty={<p>{t('social.analytics.growthNone')}</p>}
        />
      ) : null}
    </Modal>
  )
}
