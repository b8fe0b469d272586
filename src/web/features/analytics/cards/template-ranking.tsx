import { useState } from 'react'
import type { Analytics, AnalyticsQuery } from '#contract/analytics/analytics.ts'
import { wilson } from '#contract/analytics/wilson.ts'
import { Segmented } from '#web/components/forms/segmented.tsx'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { NamedFigure } from '#web/components/tables/phone-value.tsx'
import { FollowUpMenu } from '#web/features/segments/segments.ts'
import { formatMoney, formatNumber, formatPercent } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { categoryName, cellsOf, cellsOfTemplate, cellsWith, countName } from '../analytics-text.ts'
import { byCostPerReply, costPerReply } from '../ranks.ts'
import { Card } from './card.tsx'
import { Range } from './range.tsx'

const measures = ['read', 'clicked', 'replied', 'opted_out'] as const
type Measure = (typeof measures)[number]
type Row = Analytics['templates'][number]

/** Templates by what people did with them. Ranked by the sure end of the range: 3 of 4 does not beat 700 of 1,000. */
export function TemplateRanking({ report, query }: { report: Analytics; query: AnalyticsQuery }) {
  const of = cellsOf(report.period, query)
  const [by, setBy] = useState<Measure | 'cost'>('read')
  // By cost, the column with the range is that of the replies.
  const measure = by === 'cost' ? 'replied' : by
  const range = (row: Row) => wilson(row[measure], row.delivered)
  const rank = (row: Row): number => {
    const found = range(row)
    if (!found) return -2
    // Of opt-outs few are good, so that the upper end decides.
    return measure === 'opted_out' ? -found.high : found.low
  }
  const rows = report.templates.toSorted(by === 'cost' ? byCostPerReply : (a, b) => rank(b) - rank(a))
  const widest = Math.max(0.01, ...rows.map((row) => range(row)?.high ?? 0))
  const nameOf = (value: Measure | 'cost') =>
    value === 'cost' ? t('analytics.templates.costPerReply') : countName(value)
  return (
    <Card
      title={t('analytics.templates.title')}
      card="templates"
      query={query}
      note={t('analytics.templates.note')}
    >
      <div className="an-measure">
        <Segmented
          label={t('analytics.templates.by')}
          choices={([...measures, 'cost'] as const).map((value) => ({ value, name: nameOf(value) }))}
          value={by}
          onChange={setBy}
        />
      </div>
      <DataTable
        label={t('analytics.tableOf', { card: t('analytics.templates.title') })}
        rows={rows}
        keyOf={({ template, category }) => `${template} ${category}`}
        empty={<p className="t2">{t('analytics.nothing')}</p>}
        columns={[
          {
            key: 'template',
            title: t('analytics.templates.template'),
            phone: 'wide',
            cell: ({ template, category }) => (
              <>
                <span className="mono b">{template}</span>{' '}
                <span className="sm t3">{categoryName(category)}</span>
              </>
            ),
          },
          {
            key: 'delivered',
            title: countName('delivered'),
            right: true,
            className: 'num',
            cell: ({ delivered }) => (
              <NamedFigure name={countName('delivered')}>{formatNumber(delivered)}</NamedFigure>
            ),
          },
          {
            key: 'range',
            title: countName(measure),
            cell: (row) => <Range hits={row[measure]} all={row.delivered} widest={widest} />,
          },
          ...measures
            .filter((other) => other !== measure)
            .map((other) => ({
              key: other,
              title: countName(other),
              right: true,
              className: 'num',
              cell: (row: Row) => (
                <NamedFigure name={countName(other)}>{formatPercent(row[other], row.delivered)}</NamedFigure>
              ),
            })),
          {
            key: 'cost',
            title: t('analytics.templates.costPerReply'),
            right: true,
            className: 'num nw',
            cell: (row: Row) => <CostPerReply row={row} />,
          },
          ...(of
            ? [
                {
                  key: 'again',
                  title: <span className="sr">{t('segments.again')}</span>,
                  phone: 'wide' as const,
                  right: true,
                  cell: (row: Row) => (
                    <FollowUpMenu of={cellsOfTemplate(of, row)} what={row.template} cells={cellsWith(row)} />
                  ),
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}

function CostPerReply({ row }: { row: Row }) {
  const found = costPerReply(row)
  const money = (amount: number): string => formatMoney(amount, row.cost?.currency ?? '')
  return (
    <>
      <NamedFigure name={t('analytics.templates.costPerReply')}>
        {found ? money(found.each) : '–'}
      </NamedFigure>
      {found ? (
        <span className="sm t3 an-below">
          {t('analytics.templates.between', { low: money(found.low), high: money(found.high) })}
        </span>
      ) : null}
    </>
  )
}
