import type { ReactNode } from 'react'
import type { AudienceNow, Campaign } from '#contract/campaigns.ts'
import { doneOf, reachOf } from '#web/components/figures/outcome-parts.ts'
import { formatPercent, formatRate } from '#web/format/number.ts'
import { formatAhead, formatDate, formatNear, formatTime } from '#web/format/time.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'

const { b } = tags
const nw = (text: ReactNode) => <b className="nw">{text}</b>

/** The state of a campaign in one sentence with its figures. */
export function CampaignLede({
  campaign,
  expected,
  now,
}: {
  campaign: Campaign
  /** Who would get it now, while it is scheduled; undefined before they are counted. */
  expected: AudienceNow | undefined
  now: Date
}) {
  const { status, outcomes } = campaign
  const { done, of } = doneOf(outcomes)
  if (status === 'Scheduled') {
    return (
      <>
        {scheduledText(campaign, expected, now)} {theirClockText(campaign)}
      </>
    )
  }
  if (status === 'Running') {
    return (
      <>
        {t.rich('campaigns.page.lede.done', { b, done, of })} {progressText(campaign, now)}{' '}
        {theirClockText(campaign)}
      </>
    )
  }
  if (status === 'Completed') return <Completed campaign={campaign} />
  if (status === 'Cancelled' && outcomes.cancelled) {
    const { cancelled } = outcomes
    return t.rich('campaigns.page.lede.cancelled', { b, done: done - cancelled, of, cancelled })
  }
  if (outcomes.planned === 0) return t('campaigns.page.lede.notStarted')
  return outcomes.queued
    ? t.rich('campaigns.page.lede.doneWaiting', { b, done, of, waiting: outcomes.queued })
    : t.rich('campaigns.page.lede.done', { b, done, of })
}

const theirClockText = ({ their_clock }: Campaign): string =>
  their_clock === null ? '' : t('campaigns.page.lede.theirs', { time: their_clock.slice(11) })

function scheduledText(
  { scheduled_at, timezone: zone }: Campaign,
  expected: AudienceNow | undefined,
  now: Date,
): ReactNode {
  if (new Date(scheduled_at) <= now) return t('campaigns.page.lede.starting')
  const when = {
    nw,
    date: formatDate(scheduled_at, zone),
    time: formatTime(scheduled_at, zone),
    zone,
    ahead: formatAhead(scheduled_at, now),
  }
  return expected
    ? t.rich('campaigns.page.lede.scheduledFor', { b, ...when, count: expected.will_receive })
    : t.rich('campaigns.page.lede.scheduled', when)
}

/** When the rest is sent; while nothing is sent, until when, where that is known. */
function progressText({ pace, waiting, timezone: zone }: Campaign, now: Date): ReactNode {
  if (pace.rate && pace.done_at) {
    return t.rich('campaigns.page.lede.rest', {
      b,
      nw,
      rate: formatRate(pace.rate),
      time: formatTime(pace.done_at, zone),
      zone,
      ahead: formatAhead(pace.done_at, now),
    })
  }
  if (!waiting) return t('campaigns.page.lede.soon')
  if (!waiting.until) return t('campaigns.page.lede.nothing')
  if (new Date(waiting.until) <= now) return t('campaigns.page.lede.continuesNow')
  return t.rich('campaigns.page.lede.continuesAt', {
    b,
    until: formatNear(waiting.until, zone, now),
    zone,
    ahead: formatAhead(waiting.until, now),
  })
}

function Completed({ campaign: { outcomes } }: { campaign: Campaign }) {
  const { sent: taken, delivered: arrived } = reachOf(outcomes)
  // WhatsApp may return a message long after it accepted it.
  const waiting = outcomes.queued + outcomes.sending
  return (
    <>
      {t.rich('campaigns.page.lede.completed', {
        b,
        count: taken,
        arrived: formatPercent(arrived, taken),
        read: outcomes.read,
      })}
      {outcomes.failed ? (
        <> {t.rich('campaigns.page.lede.notReached', { b, count: outcomes.failed })}</>
      ) : null}
      {waiting ? <> {t.rich('campaigns.page.lede.again', { b, count: waiting })}</> : null}
    </>
  )
}
