import { lazy, Suspense } from 'react'
import type { Analytics, AnalyticsQuery } from '#contract/analytics/analytics.ts'
import { Bone } from '#web/components/skeleton.tsx'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { NamedFigure } from '#web/components/tables/phone-value.tsx'
import { formatNumber, formatPercent } from '#web/format/number.ts'
import { formatDay } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { lastLimitText } from '../analytics-text.ts'
import { Card } from './card.tsx'
import './number-health.css'

const LimitChart = lazy(() => import('./limit-chart.tsx'))

type Health = Analytics['numbers'][number]
type Day = Health['days'][number]

const ratings = ['GREEN', 'YELLOW', 'RED'] as const
const ratingOf = (rating: string | null) => ratings.find((one) => one === rating) ?? 'UNKNOWN'
export const ratingName = (rating: string | null): string => t(`analytics.health.rating.${ratingOf(rating)}`)

const limitText = ({ quality_rating, messaging_limit }: Day): string =>
  quality_rating === null
    ? '–'
    : messaging_limit === null
      ? t('analytics.health.noLimit')
      : formatNumber(messaging_limit)

/** How well each number is thought of, how many people it may write to, and how much of that was used. */
export function NumberHealth({ report, query }: { report: Analytics; query: AnalyticsQuery }) {
  const rows = report.numbers.flatMap(({ name, days }) => days.map((day) => ({ ...day, name })))
  return (
    <Card
      title={t('analytics.health.title')}
      card="numbers"
      query={query}
      note={t('analytics.health.note')}
      table={
        <DataTable
          label={t('analytics.tableOf', { card: t('analytics.health.title') })}
          rows={rows}
          keyOf={({ name, day }) => `${name} ${day}`}
          scrollHeight={rows.length > 40 ? 420 : undefined}
          columns={[
            {
              key: 'day',
              title: t('analytics.health.day'),
              phone: 'wide',
              cell: ({ day, name }) =>
                report.numbers.length > 1 ? `${formatDay(day)}, ${name}` : formatDay(day),
            },
            {
              key: 'quality',
              title: t('analytics.health.quality'),
              cell: ({ quality_rating }) => ratingName(quality_rating),
            },
            {
              key: 'limit',
              title: t('analytics.health.limit'),
              right: true,
              className: 'num',
              cell: (day) => <NamedFigure name={t('analytics.health.limit')}>{limitText(day)}</NamedFigure>,
            },
            {
              key: 'sent',
              title: t('analytics.counts.sent'),
              right: true,
              className: 'num',
              cell: ({ sent }) => (
                <NamedFigure name={t('analytics.counts.sent')}>{formatNumber(sent)}</NamedFigure>
              ),
            },
            {
              key: 'hour',
              title: t('analytics.health.busiest'),
              right: true,
              className: 'num',
              cell: ({ busiest_hour }) => (
                <NamedFigure name={t('analytics.health.busiest')}>{formatNumber(busiest_hour)}</NamedFigure>
              ),
            },
          ]}
        />
      }
    >
      {report.numbers.length === 0 ? <p className="t2">{t('analytics.health.none')}</p> : null}
      {report.numbers.map((number) => (
        <OneNumber key={number.phone_number_id} number={number} period={report.period} />
      ))}
    </Card>
  )
}

function OneNumber({ number: { name, days }, period }: { number: Health; period: Analytics['period'] }) {
  const last = days.at(-1)!
  const busiest = Math.max(0, ...days.map(({ busiest_hour }) => busiest_hour))
  const perHour = (last.throughput_per_second ?? 0) * 3600
  return (
    <div className="an-number">
      <div className="an-number-top">
        <b className="num">{name}</b>
        <span className={`an-quality an-quality-${ratingOf(last.quality_rating).toLowerCase()}`}>
          {ratingName(last.quality_rating)}
        </span>
        <span className="sm t2">{lastLimitText(period, limitText(last))}</span>
        {perHour > 0 ? (
          <span className="sm t2">
            {t('analytics.health.use', { percent: formatPercent(busiest, perHour), count: busiest })}
          </span>
        ) : null}
      </div>
      <div
        className="an-quality-days"
        role="img"
        aria-label={t('analytics.health.course', {
          number: name,
          good: days.filter(({ quality_rating }) => quality_rating === 'GREEN').length,
          days: days.length,
        })}
      >
        {days.map(({ day, quality_rating }) => (
          <i
            key={day}
            className={`an-quality-${ratingOf(quality_rating).toLowerCase()}`}
            title={t('analytics.health.dayTip', { day: formatDay(day), rating: ratingName(quality_rating) })}
          />
        ))}
      </div>
      <Suspense fallback={<Bone height={150} />}>
        <LimitChart days={days} label={t('analytics.health.chart', { number: name })} />
      </Suspense>
    </div>
  )
}
