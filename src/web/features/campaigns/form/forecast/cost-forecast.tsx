import { Link } from 'react-router'
import type { Checks } from '#contract/campaigns/parts.ts'
import { countryName } from '#web/format/countries.ts'
import { formatMoney, formatNumber } from '#web/format/number.ts'
import { formatDay } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

function costText({ amount, currency, price_list: day, unpriced }: Checks['cost']): string {
  if (amount === null) return t('campaigns.form.preview.costUnknown')
  const money = formatMoney(amount, currency)
  const text = day
    ? t('campaigns.form.preview.costEstimate', { amount: money, date: formatDay(day) })
    : t('campaigns.form.preview.costOwn', { amount: money })
  return unpriced === 0 ? text : `${text} ${t('campaigns.form.preview.costWithout', { count: unpriced })}`
}

/** What it will cost, and behind it the same by country. */
export function CostForecast({ checks: { cost, forecast, category } }: { checks: Checks }) {
  return (
    <>
      {costText(cost)} <Link to="/prices">{t('campaigns.form.preview.prices')}</Link>
      {forecast.free > 0 ? ` ${t('campaigns.form.preview.forecastFree', { count: forecast.free })}` : ''}
      {forecast.lines.length > 0 ? (
        <details className="cost-by">
          <summary>{t('campaigns.form.preview.forecast')}</summary>
          <table>
            <tbody>
              {forecast.lines.map((line) => (
                <tr key={line.country}>
                  <th scope="row">
                    {line.country ? countryName(line.country) : t('campaigns.form.preview.otherCountry')}{' '}
                    <span className="sm t3">{t('analytics.cost.categoryName', { category })}</span>
                  </th>
                  <td className="num">{formatNumber(line.count)}</td>
                  <td className="num nw">
                    {line.amount === null
                      ? t('campaigns.form.preview.notKnown')
                      : formatMoney(line.amount, cost.currency)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ) : null}
    </>
  )
}
