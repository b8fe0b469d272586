import { Link } from 'react-router'
import type { Analytics, AnalyticsQuery } from '#contract/analytics/analytics.ts'
import { wilson } from '#contract/analytics/wilson.ts'
import { Badge } from '#web/components/status.tsx'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { NamedFigure } from '#web/components/tables/phone-value.tsx'
import { laterText } from '#web/features/campaigns/campaigns.ts'
import { FollowUpMenu } from '#web/features/segments/segments.ts'
import { formatNumber, formatPercent } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { cellsOfVersion, cellsWith, countName } from '../analytics-text.ts'
import { Card } from './card.tsx'
import { Range } from './range.tsx'

type Test = Analytics['tests'][number]
type Row = Test['versions'][number] & { test: Test; isFirst: boolean }

const measures = ['read', 'clicked', 'replied', 'converted'] as const

/** The versions of A/B tests side by side, each test by its own measure. */
export function Tests({ report, query }: { report: Analytics; query: AnalyticsQuery }) {
  const rows = report.tests.flatMap((test) =>
    test.versions.map((version, index): Row => ({ ...version, test, isFirst: index === 0 })),
  )
  const widest = Math.max(0.01, ...rows.map((row) => wilson(row[row.test.measure], row.sent)?.high ?? 0))
  return (
    <Card title={t('analytics.tests.title')} card="tests" query={query} note={t('analytics.tests.note')}>
      <DataTable
        label={t('analytics.tableOf', { card: t('analytics.tests.title') })}
        rows={rows}
        keyOf={({ test, variant }) => `${test.campaign_id} ${variant}`}
        empty={<p className="t2">{t('analytics.tests.none')}</p>}
        columns={[
          {
            key: 'version',
            title: t('analytics.tests.version'),
            phone: 'wide',
            cell: ({ test, variant, template, later_minutes: later, isFirst }) => (
              <>
                {isFirst ? (
                  <div>
                    <Link to={`/campaigns/${test.campaign_id}`}>{test.name}</Link>
                  </div>
                ) : null}
                <b>{t('analytics.tests.letter', { letter: String.fromCharCode(64 + variant) })}</b>{' '}
                <span className="t2">{template}</span>{' '}
                {later > 0 ? <span className="sm t3">{laterText(later)} </span> : null}
                {test.winner === variant ? (
                  <Badge tone="delivered">{t('analytics.tests.winner')}</Badge>
                ) : null}
              </>
            ),
          },
          {
            key: 'sent',
            title: countName('sent'),
            right: true,
            className: 'num',
            cell: ({ sent }) => <NamedFigure name={countName('sent')}>{formatNumber(sent)}</NamedFigure>,
          },
          {
            key: 'measure',
            title: t('analytics.tests.measure'),
            cell: (row) => (
              <>
                <span className="sm t3">{countName(row.test.measure)}</span>
                <Range hits={Math.min(row[row.test.measure], row.sent)} all={row.sent} widest={widest} />
              </>
            ),
          },
          ...measures.map((measure) => ({
            key: measure,
            title: countName(measure),
            right: true,
            className: 'num',
            cell: (row: Row) => (
              <NamedFigure name={countName(measure)}>{formatPercent(row[measure], row.sent)}</NamedFigure>
            ),
          })),
          {
            key: 'again',
            title: <span className="sr">{t('segments.again')}</span>,
            phone: 'wide' as const,
            right: true,
            cell: (row) => (
              <FollowUpMenu
                of={cellsOfVersion(report.period, query, {
                  campaign_id: row.test.campaign_id,
                  variant: row.variant,
                })}
                what={`${row.test.name}, ${t('analytics.tests.letter', { letter: String.fromCharCode(64 + row.variant) })}`}
                cells={cellsWith(row)}
              />
            ),
          },
        ]}
      />
    </Card>
  )
}
