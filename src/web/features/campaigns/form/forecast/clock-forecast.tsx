import type { TheirClocks } from '#contract/campaigns/parts.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatDate, formatTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

/** How many people get a campaign at which hour of theirs, and behind it the same by zone. */
export function ClockForecast({
  clocks,
  zone,
  byTheirClock,
  isPart,
}: {
  clocks: TheirClocks
  zone: string
  byTheirClock: boolean
  /** A part of the people gets it first: the hours are theirs. */
  isPart: boolean
}) {
  const { begins_at, ends_at, zones, held } = clocks
  const when = (at: string) => `${formatDate(at, zone)}, ${formatTime(at, zone)}`
  const begins = when(begins_at)
  const isSpread = byTheirClock || held > 0
  return (
    <div className="mt4 sm">
      {isSpread ? (
        <p className="t2">
          {ends_at && !isPart
            ? t('campaigns.form.preview.clocks', { begins, ends: when(ends_at), zone })
            : t('campaigns.form.preview.clocksOpen', { begins, zone })}
        </p>
      ) : null}
      {byTheirClock && held > 0 ? (
        <p className="t2">{t('campaigns.form.preview.held', { count: held })}</p>
      ) : null}
      <Hours clocks={clocks} isPart={isPart} />
      {zones.length > 1 || isSpread ? (
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
                      <span className="sm t3"> {t('campaigns.form.preview.nextDay')}</span>
                    ) : null}
                    {one.after_quiet ? (
                      <span className="sm t3"> {t('campaigns.form.preview.afterQuiet')}</span>
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ) : null}
    </div>
  )
}

/** `9:00`, whatever the zone. */
const clockAt = (hour: number): string => formatTime(new Date(Date.UTC(2026, 0, 1, hour % 24)), 'UTC')

/** A bar for each hour of theirs in which somebody gets it. */
function Hours({ clocks: { hours }, isPart }: { clocks: TheirClocks; isPart: boolean }) {
  const [first] = hours
  if (!first) return null
  const span = ({ hour }: { hour: number }) => ({ from: clockAt(hour), to: clockAt(hour + 1) })
  if (hours.length === 1 && !isPart)
    return <p className="t2">{t('campaigns.form.preview.hourOne', span(first))}</p>
  const most = Math.max(...hours.map(({ count }) => count))
  return (
    <table className="hours-table">
      <caption>{t(isPart ? 'campaigns.form.preview.hoursFirst' : 'campaigns.form.preview.hours')}</caption>
      <tbody>
        {hours.map((one) => (
          <tr key={one.hour}>
            <th scope="row" className="num nw">
              {t('campaigns.form.preview.hourRow', span(one))}
            </th>
            <td className="hours-bar" aria-hidden>
              <i style={{ width: `${Math.max(2, (one.count / most) * 100)}%` }} />
            </td>
            <td className="num">{formatNumber(one.count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
