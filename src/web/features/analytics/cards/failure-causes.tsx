import { Link } from 'react-router'
import type { Analytics, AnalyticsQuery } from '#contract/analytics/analytics.ts'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { FollowUpMenu } from '#web/features/segments/segments.ts'
import { formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { cellsOf, changeOf } from '../analytics-text.ts'
import { Card } from './card.tsx'
import { Trend } from './trend.tsx'

const shown = 6

/** The failed messages of a period and campaign in the log, which knows no other filter of this page. */
function logsOf({ from, to }: Analytics['period'], { campaign_id }: AnalyticsQuery): string {
  const address = new URLSearchParams({ status: 'failed', date: 'custom', from, to })
  if (campaign_id !== undefined) address.set('campaign', String(campaign_id))
  return address.toString()
}

const isInLogs = ({ template, category, country, phone_number_id, tag }: AnalyticsQuery): boolean =>
  (template ?? category ?? country ?? phone_number_id ?? tag) === undefined

/** Why messages were not delivered, the most frequent cause first, with what to do. */
export function FailureCauses({ report, query }: { report: Analytics; query: AnalyticsQuery }) {
  const of = cellsOf(report.period, query)
  const causes = report.failures.filter(({ count }) => count > 0)
  return (
    <Card
      title={t('analytics.failures.title')}
      card="failures"
      query={query}
      table={
        <DataTable
          label={t('analytics.tableOf', { card: t('analytics.failures.title') })}
          rows={report.failures}
          keyOf={({ code, explanation }) => `${code} ${explanation}`}
          empty={<p className="t2">{t('analytics.failures.none')}</p>}
          columns={[
            {
              key: 'cause',
              title: t('analytics.failures.cause'),
              phone: 'wide',
              cell: ({ explanation }) => explanation,
            },
            {
              key: 'code',
              title: t('analytics.failures.code'),
              className: 'num t2',
              cell: ({ code }) => code ?? '–',
            },
            {
              key: 'count',
              title: t('analytics.counts.failed'),
              right: true,
              className: 'num',
              cell: ({ count }) => formatNumber(count),
            },
            {
              key: 'before',
              title: t('analytics.before'),
              right: true,
              className: 'num t2',
              cell: ({ before }) => formatNumber(before),
            },
          ]}
        />
      }
    >
      {causes.length === 0 ? <p className="t2">{t('analytics.failures.none')}</p> : null}
      <ul className="an-causes">
        {causes.slice(0, shown).map((cause) => (
          <li className="an-cause" key={`${cause.code} ${cause.explanation}`}>
            <b className="num an-count">{formatNumber(cause.count)}</b>
            <div>
              <div className="b">{cause.explanation}</div>
              {cause.advice ? <p className="sm t2">{cause.advice}</p> : null}
              <p className="sm t3">{changeOf(cause.count, cause.before)}</p>
              {of && cause.passes && cause.code !== null ? (
                <FollowUpMenu of={{ ...of, code: cause.code }} what={cause.explanation} cells={['failed']} />
              ) : null}
              {cause.passes ? null : <p className="sm t3">{t('analytics.failures.lasting')}</p>}
            </div>
            <Trend series={cause.days} from={report.period.from} name={cause.explanation} />
          </li>
        ))}
      </ul>
      {causes.length > 0 ? (
        <p className="sm">
          <Link to={`/message-logs?${logsOf(report.period, query)}`}>
            {isInLogs(query)
              ? t('analytics.failures.all', { count: causes.reduce((sum, { count }) => sum + count, 0) })
              : t('analytics.failures.allInPeriod')}
          </Link>
        </p>
      ) : null}
    </Card>
  )
}
