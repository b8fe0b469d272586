import type { TheirClocks } from '#contract/campaigns/parts.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatDate, formatTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

/** When a campaign by each person's own clock begins and ends, and behind it the same by zone. */
export function ClockForecast({ clocks, zone }: { clocks: TheirClocks; zone: string }) {
  const { begins_at, ends_at, zones } = clocks
  const when = (at: string) => `${formatDate(at, zone)}, ${formatTime(at, zone)}`
  const begins = when(begins_at)
  return (
    <div className="mt4 sm">
      <p className="t2">
        {ends_at
          ? t('campaigns.form.preview.clocks', { begins, ends: when(ends_at), zone })
          : t('campaigns.form.preview.clocksOpen', { begins, zone })}
      </p>
      <details className="cost-by">
        <summary>{t('campaigns.form.preview.clocksBy')}</summary>
        <table>
          <tbody>
            {zones.map((one) => (
              <tr key={`${one.zone} ${one.at}`}>
                <th scope="row">{one.zone.replaceAll('_', ' ')}</th>
                <td className="num">{formatNumber(one.count)}</td>
                <td className="num">
                  {when(one.at)}
                  {one.next_day ? (
                    <span className="xs t3"> {t('campaigns.form.preview.nextDay')}</span>
                  ) : null}
                  {one.after_quiet ? (
                    <span className="xs t3"> {t('campaigns.form.preview.afterQuiet')}</span>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}
