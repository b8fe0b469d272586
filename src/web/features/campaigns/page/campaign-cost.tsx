import type { CampaignCost as Cost } from '#contract/analytics/analytics.ts'
import type { Campaign } from '#contract/campaigns.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { countryName } from '#web/format/countries.ts'
import { formatMoney, formatNumber } from '#web/format/number.ts'
import { formatDay } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useCampaignCost } from '../campaigns.queries.ts'

type Line = Cost['lines'][number]

/** What it was to cost beside what WhatsApp charged, by country and category. */
export function CampaignCost({ campaign, first }: { campaign: Campaign; first: boolean }) {
  const found = useCampaignCost(campaign)
  const cost = found.data?.cost
  return (
    <Section first={first} title={t('campaigns.page.cost.title')}>
      {cost ? <Figures cost={cost} /> : null}
      {found.isError && !cost ? (
        <ErrorState
          error={found.error}
          words={{ failed: t('campaigns.page.cost.failed') }}
          onRetry={() => found.refetch()}
        />
      ) : null}
      {found.isPending ? <SkeletonLines lines={3} label={t('campaigns.loadingCampaign')} /> : null}
    </Section>
  )
}

function Figures({ cost: { lines, total, day } }: { cost: Cost }) {
  const untold = lines.reduce((sum, line) => sum + line.untold, 0)
  return (
    <>
      {total ? (
        <dl className="cost-total">
          <div>
            <dt>{t('campaigns.page.cost.forecast')}</dt>
            <dd>{money(total.forecast, total.currency)}</dd>
          </div>
          <div>
            <dt>{t('campaigns.page.cost.actual')}</dt>
            <dd>{money(total.actual, total.currency)}</dd>
          </div>
        </dl>
      ) : null}
      <DataTable
        label={t('campaigns.page.cost.table')}
        rows={lines}
        keyOf={({ country, category }) => `${country} ${category}`}
        columns={[
          {
            key: 'country',
            title: t('campaigns.page.cost.country'),
            phone: 'wide',
            cell: ({ country, category }) => (
              <>
                {country ? countryName(country) : t('campaigns.page.cost.otherCountry')}{' '}
                <span className="sm t3">{t('analytics.cost.categoryName', { category })}</span>
              </>
            ),
          },
          figure('planned', ({ planned }) => formatNumber(planned)),
          figure('forecast', (line) => money(line.forecast, line.currency)),
          figure('charged', ({ charged }) => formatNumber(charged)),
          ...(lines.some(({ free }) => free > 0) ? [figure('free', ({ free }) => formatNumber(free))] : []),
          figure('actual', (line) => money(line.actual, line.currency)),
        ]}
      />
      {untold > 0 ? <p className="sm t3 mt2">{t('campaigns.page.cost.untold', { count: untold })}</p> : null}
      {day ? <p className="sm t3 mt2">{t('campaigns.page.cost.day', { day: formatDay(day) })}</p> : null}
    </>
  )
}

const money = (amount: number | null, currency: string): string =>
  amount === null ? t('campaigns.page.cost.notKnown') : formatMoney(amount, currency)

/** A column of figures; on a phone each stands with its name. */
const figure = (
  key: 'planned' | 'forecast' | 'charged' | 'free' | 'actual',
  cell: (line: Line) => string,
) => ({
  key,
  title: t(`campaigns.page.cost.${key}`),
  right: true,
  className: 'num nw',
  cell: (line: Line) => (
    <>
      <span className="cost-name sm t3">{t(`campaigns.page.cost.${key}`)} </span>
      {cell(line)}
    </>
  ),
})
