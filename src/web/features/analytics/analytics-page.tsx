import { IconDownload, IconLink } from '@tabler/icons-react'
import type { Analytics, AnalyticsQuery } from '#contract/analytics/analytics.ts'
import { Banner } from '#web/components/banner.tsx'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatAmounts, formatMoney, formatNumber, formatPercent } from '#web/format/number.ts'
import { formatNear } from '#web/format/time.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { useSearchChoice } from '#web/net/search-choice.ts'
import { useAnalytics, useDownloadPage } from './analytics.queries.ts'
import { Ads, Conversions } from './cards/conversions.tsx'
import { Cost } from './cards/cost.tsx'
import { FailureCauses } from './cards/failure-causes.tsx'
import { Funnel } from './cards/funnel.tsx'
import { HeatMap } from './cards/heat-map.tsx'
import { ListHealth } from './cards/list-health.tsx'
import { NumberHealth } from './cards/number-health.tsx'
import { OverTime } from './cards/over-time.tsx'
import { ConsentChanges, LeadGrowth } from './cards/people.tsx'
import { TemplateRanking } from './cards/template-ranking.tsx'
import { Tests } from './cards/tests.tsx'
import { Filters, queryOf } from './filters.tsx'
import { salesOf } from './sales.ts'
import './analytics.css'

/** What became of messages, and how the list of people grows: one question for each card. */
export default function AnalyticsPage() {
  const [address, setAddress] = useSearchChoice()
  const query = queryOf(address)
  const report = useAnalytics(query)
  const save = useDownloadPage(query)
  const change = (next: AnalyticsQuery) =>
    setAddress(
      Object.fromEntries(
        Object.entries(next).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
      ),
    )
  return (
    <>
      <PageHeader
        title={t('analytics.title')}
        lede={report.data ? <Lede report={report.data} /> : t('analytics.lede')}
        actions={
          report.data && isEmpty(report.data, query) ? undefined : (
            <>
              <Button
                icon={<Icon of={IconDownload} size="small" />}
                busy={save.isPending && t('analytics.exporting')}
                onClick={() => save.mutate()}
              >
                {t('analytics.exportCsv')}
              </Button>
              <Button icon={<Icon of={IconLink} size="small" />} onClick={() => void copyLink()}>
                {t('analytics.copyLink')}
              </Button>
            </>
          )
        }
      />
      {report.data ? (
        <Report report={report.data} query={query} onChange={change} />
      ) : report.isError ? (
        <ErrorState error={report.error} onRetry={() => report.refetch()} />
      ) : (
        <SkeletonLines lines={8} label={t('analytics.loading')} />
      )}
    </>
  )
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href)
    toast.success(t('analytics.copied'))
  } catch {
    toast.error(t('analytics.notCopied'))
  }
}

function Lede({ report }: { report: Analytics }) {
  const { total, as_of, period } = report
  if (total.sent === 0) return t('analytics.lede')
  const sent = formatNumber(total.sent)
  const { count, money } = salesOf(report.conversions)
  const cost = costOf(report)
  return (
    <>
      {count === 0
        ? t.rich('analytics.news', {
            ...tags,
            sent,
            delivered: formatPercent(total.delivered, total.sent),
            read: formatPercent(total.read, total.delivered),
          })
        : money.length === 0
          ? t.rich('analytics.ordersOnly', { ...tags, count, sent })
          : t.rich('analytics.orders', { ...tags, count, sent, worth: formatAmounts(money) })}{' '}
      {cost === null ? null : <>{t.rich('analytics.theyCost', { ...tags, cost })} </>}
      {as_of
        ? t('analytics.asOf', { time: formatNear(as_of, period.timezone, new Date()), zone: period.timezone })
        : null}
    </>
  )
}

/** What the messages cost, without chats; null where it is not known or in several currencies. */
function costOf({ cost }: Analytics): string | null {
  const lines = cost.filter(({ chats, charged, free }) => !chats && charged + free > 0)
  const [first] = lines
  if (!first || lines.some(({ amount, currency }) => amount === null || currency !== first.currency))
    return null
  return formatMoney(sumOf(lines.map(({ amount }) => amount ?? 0)), first.currency, { about: true })
}

/** There is nothing yet, whatever is asked for. */
function isEmpty(
  { total, before, leads, consent, conversions, ads }: Analytics,
  query: AnalyticsQuery,
): boolean {
  const nothing =
    sumOf(Object.values(total)) + sumOf(Object.values(before)) === 0 &&
    leads.length === 0 &&
    consent.opted_in + consent.opted_out + conversions.count + ads.length === 0
  return nothing && Object.values(query).every((value) => value === undefined)
}

function Report({
  report,
  query,
  onChange,
}: {
  report: Analytics
  query: AnalyticsQuery
  onChange: (query: AnalyticsQuery) => void
}) {
  const { drift, counting } = report
  return (
    <>
      {drift ? (
        <Banner kind="waiting">
          {t('analytics.drift', {
            count: drift.blocks,
            time: formatNear(drift.last_at, report.period.timezone, new Date()),
          })}
        </Banner>
      ) : null}
      {isEmpty(report, query) ? (
        <Empty
          title={t('analytics.emptyTitle')}
          actions={
            <LinkButton kind="yours" to="/campaigns">
              {t('analytics.emptyAction')}
            </LinkButton>
          }
        >
          {t(counting ? 'analytics.counting' : 'analytics.empty')}
        </Empty>
      ) : (
        <>
          <Filters report={report} query={query} onChange={onChange} />
          <Funnel report={report} query={query} />
          <div className="an-duo">
            <OverTime report={report} query={query} onChange={onChange} />
            <HeatMap report={report} query={query} />
          </div>
          <TemplateRanking report={report} query={query} />
          {report.tests.length > 0 ? <Tests report={report} query={query} /> : null}
          <Cost report={report} query={query} />
          <Conversions report={report} query={query} />
          <Ads report={report} query={query} />
          <FailureCauses report={report} query={query} />
          <NumberHealth report={report} query={query} />
          <div className="an-duo">
            <LeadGrowth report={report} query={query} />
            <ConsentChanges report={report} query={query} />
          </div>
          <ListHealth report={report} query={query} />
        </>
      )}
    </>
  )
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
