import type { ReactNode } from 'react'
import type { Campaign } from '#contract/campaigns.ts'
import { doneOf, reachOf } from '#web/components/figures/outcome-parts.ts'
import { formatPercent, formatRate } from '#web/format/number.ts'
import { formatDuration, formatMoment, formatTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

/** Speed, time left, and how the speed went; after the end, how long it took and how many it reached. */
export function CampaignPace({ campaign }: { campaign: Campaign }) {
  const { pace, outcomes, status, timezone: zone } = campaign
  const { sent: taken, delivered: arrived } = reachOf(outcomes)
  const running = status === 'Running'
  const isOpen = running || status === 'Paused'
  const { of } = doneOf(outcomes)
  const took =
    campaign.started_at && (campaign.finished_at ?? pace.progressed_at)
      ? (new Date(campaign.finished_at ?? pace.progressed_at ?? '').getTime() -
          new Date(campaign.started_at).getTime()) /
        1000
      : null
  return (
    <section className="rates mt6" aria-label={t('campaigns.page.pace.label')}>
      <div>
        <div className="sm t3">
          {t(running ? 'campaigns.page.pace.rate' : 'campaigns.page.pace.delivered')}
        </div>
        <div className="b nw">{running ? rateText(pace) : formatPercent(arrived, taken)}</div>
      </div>
      <div>
        <div className="sm t3">
          {t(running ? 'campaigns.page.pace.timeLeft' : 'campaigns.page.pace.readOf')}
        </div>
        <div className="b nw">
          {running
            ? pace.seconds_left === null
              ? timeLeftUnknown(campaign)
              : formatDuration(pace.seconds_left)
            : formatPercent(outcomes.read, arrived)}
        </div>
      </div>
      <div>
        <div className="sm t3">{t(isOpen ? 'campaigns.page.pace.arrived' : 'campaigns.page.pace.took')}</div>
        <div className="b nw">
          {isOpen
            ? t.rich('campaigns.page.pace.of', { quiet, count: arrived, of })
            : took === null
              ? '–'
              : formatDuration(took)}
        </div>
      </div>
      <div className="rate-spark">
        <Course history={pace.history} />
        <span className="sm t3">
          {pace.history.length > 2
            ? t('campaigns.page.pace.history', {
                from: formatTime(pace.history[0]!.at, zone, 'seconds'),
                to: formatTime(pace.history.at(-1)!.at, zone, 'seconds'),
              })
            : pace.progressed_at
              ? t('campaigns.page.pace.lastTaken', {
                  when: formatMoment(pace.progressed_at, zone, 'seconds'),
                })
              : t('campaigns.page.pace.noneTaken')}
        </span>
      </div>
    </section>
  )
}

/** In place of the time left where it is not known. */
function timeLeftUnknown({ waiting, outcomes }: Campaign): string {
  if (waiting) return t('campaigns.page.pace.unknown')
  return outcomes.queued + outcomes.sending === 0 ? t('campaigns.page.pace.none') : '–'
}

const quiet = (text: ReactNode) => <span className="t3 plain">{text}</span>

function rateText({ rate, limit }: Campaign['pace']): string {
  if (rate === null) return '–'
  return limit ? t('campaigns.page.pace.rateOf', { rate, limit }) : formatRate(rate)
}

const width = 220
const height = 44

/** The rate over time as a line; decoration, as the text beside it says the same. */
function Course({ history }: { history: Campaign['pace']['history'] }) {
  if (history.length < 3) return null
  const times = history.map(({ at }) => new Date(at).getTime())
  const [first, last] = [times[0]!, times.at(-1)!]
  const top = Math.max(...history.map(({ rate }) => rate)) * 1.15 || 1
  const points = history.map(({ rate }, index) => {
    const x = last === first ? width : ((times[index]! - first) / (last - first)) * width
    return `${x.toFixed(1)} ${(height - (rate / top) * height).toFixed(1)}`
  })
  const line = `M${points.join('L')}`
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={`${line}V${height}H0Z`} fill="var(--canvas)" />
      <path d={line} fill="none" stroke="var(--text-2)" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
