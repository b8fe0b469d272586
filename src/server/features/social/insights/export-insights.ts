import type { Metric } from '#contract/social/analytics.ts'
import type { Platform } from '#contract/social/networks.ts'
import { platformNames } from '#contract/social/networks.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import type { CsvCell } from '#server/platform/csv.ts'
import type { ExportRows } from '#server/platform/http/send-export.ts'
import { streamRows } from '#server/platform/stream-rows.ts'
import { figuresOf, type InsightRow, insightRows } from './insight-view.ts'

const columns = () => [
  t('social.analytics.export.posted'),
  t('social.analytics.export.network'),
  t('social.analytics.export.account'),
  t('social.analytics.export.caption'),
  t('social.analytics.export.likes'),
  t('social.analytics.export.comments'),
  t('social.analytics.export.shares'),
  t('social.analytics.export.saves'),
  t('social.analytics.export.reach'),
  t('social.analytics.export.views'),
  t('social.analytics.export.clicks'),
  t('social.analytics.export.engagement'),
  t('social.analytics.export.missing'),
  t('social.analytics.export.asOf'),
  t('social.analytics.export.address'),
]

/** All posts of a platform with their newest figures, the newest first: memory stays flat at any size. */
export function exportInsights(app: App, businessId: number, platform: Platform): ExportRows {
  const compiled = insightRows(app, businessId, platform)
    .orderBy('p.posted_at', 'desc')
    .orderBy('p.id', 'desc')
    .compile()
  const rows = async function* (): AsyncGenerator<CsvCell[]> {
    for await (const row of streamRows<InsightRow>(app.pool, compiled)) yield cells(row, platform)
  }
  return { columns: columns(), rows: rows() }
}

const cells = (row: InsightRow, platform: Platform): CsvCell[] => [
  row.posted_at,
  platformNames[platform],
  row.page_name,
  row.caption,
  row.likes,
  row.comments,
  row.shares,
  row.saves,
  row.reach,
  row.views,
  row.clicks,
  row.engagement,
  Object.entries(figuresOf(row, platform))
    .flatMap(([metric, { reason }]) =>
      reason
        ? `${t(`social.analytics.export.${metric as Metric}`)}: ${t('social.analytics.export.why', { reason })}`
        : [],
    )
    .join(', '),
  row.fetched_at,
  row.permalink,
]
