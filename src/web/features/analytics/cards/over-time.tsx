import { lazy, Suspense } from 'react'
import { type Analytics, type AnalyticsQuery, longestHourly } from '#contract/analytics/analytics.ts'
import { Segmented } from '#web/components/forms/segmented.tsx'
import { Bone } from '#web/components/skeleton.tsx'
import { Flag } from '#web/components/status.tsx'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { NamedFigure } from '#web/components/tables/phone-value.tsx'
import { FollowUpMenu } from '#web/features/segments/segments.ts'
import { formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { cellsOf, cellsWith, countName, stepName } from '../analytics-text.ts'
import { Card } from './card.tsx'

/** The drawing is some 100 kB of its own: it is loaded when it is seen. */
const TimeChart = lazy(() => import('./time-chart.tsx'))

const shown = ['sent', 'delivered', 'read', 'clicked', 'replied', 'failed'] as const

const daysOf = ({ from, to }: Analytics['period']): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

/** Messages by the day or hour at which they left; clicks and replies hang below the line on a scale of their own. */
export function OverTime({
  report,
  query,
  onChange,
}: {
  report: Analytics
  query: AnalyticsQuery
  onChange: (query: AnalyticsQuery) => void
}) {
  const hourly = report.steps[0]?.at.includes('T') ?? false
  // Segments know days.
  const of = hourly ? null : cellsOf(report.period, query)
  const title = t(hourly ? 'analytics.time.hours' : 'analytics.time.days')
  return (
    <Card
      title={title}
      card="time"
      query={query}
      table={
        <DataTable
          label={t('analytics.tableOf', { card: title })}
          rows={report.steps}
          keyOf={({ at }) => at}
          scrollHeight={report.steps.length > 40 ? 420 : undefined}
          columns={[
            { key: 'at', title: t('analytics.time.when'), phone: 'wide', cell: ({ at }) => stepName(at) },
            ...shown.map((name) => ({
              key: name,
              title: countName(name),
              right: true,
              className: 'num',
              cell: (step: Analytics['steps'][number]) => (
                <NamedFigure name={countName(name)}>{formatNumber(step[name])}</NamedFigure>
              ),
            })),
            ...(of
              ? [
                  {
                    key: 'again',
                    title: <span className="sr">{t('segments.again')}</span>,
                    phone: 'wide' as const,
                    right: true,
                    cell: (step: Analytics['steps'][number]) => (
                      <FollowUpMenu
                        of={{ ...of, day: step.at }}
                        what={stepName(step.at)}
                        cells={cellsWith(step)}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      }
    >
      {daysOf(report.period) <= longestHourly ? (
        <div className="an-measure">
          <Segmented
            label={t('analytics.time.step')}
            choices={[
              { value: 'day', name: t('analytics.time.byDay') },
              { value: 'hour', name: t('analytics.time.byHour') },
            ]}
            value={hourly ? 'hour' : 'day'}
            onChange={(step) => onChange({ ...query, step })}
          />
        </div>
      ) : null}
      <div className="an-leg">
        {(['sent', 'delivered', 'read'] as const).map((tone) => (
          <span key={tone} className="an-key">
            <Flag tone={tone} />
            {countName(tone)}
          </span>
        ))}
        <span className="an-key">
          <i className="an-sq an-s1" />
          {countName('clicked')}
        </span>
        <span className="an-key">
          <i className="an-sq an-s2" />
          {countName('replied')}
        </span>
      </div>
      <Suspense fallback={<Bone height={300} />}>
        <TimeChart steps={report.steps} label={title} />
      </Suspense>
    </Card>
  )
}
