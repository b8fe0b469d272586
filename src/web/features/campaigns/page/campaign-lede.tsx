import type { AudienceNow, Campaign } from '#contract/campaigns.ts'
import { doneOf, reachOf } from '#web/components/figures/outcome-parts.ts'
import { counted, formatNumber, formatPercent, formatRate } from '#web/format/number.ts'
import { formatAhead, formatDate, formatNear, formatTime } from '#web/format/time.ts'

/** The news of a campaign in one sentence with its figures. */
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
  const { status, outcomes, pace, timezone: zone } = campaign
  const { done, of } = doneOf(outcomes)
  if (status === 'Scheduled') {
    return new Date(campaign.scheduled_at) <= now ? (
      <>It starts at this moment: the people are being counted and written down.</>
    ) : (
      <>
        {expected ? <Whom count={expected.will_receive} /> : 'Goes out'} on{' '}
        <b className="nw">
          {formatDate(campaign.scheduled_at, zone)} at {formatTime(campaign.scheduled_at, zone)}
        </b>{' '}
        ({zone}), {formatAhead(campaign.scheduled_at, now)}.
      </>
    )
  }
  if (status === 'Running') {
    return (
      <>
        <b>{formatNumber(done)}</b> of {counted(of, 'person is', 'people are')} done.{' '}
        {pace.rate && pace.done_at ? (
          <>
            At <b className="nw">{formatRate(pace.rate)}</b> the rest goes out by about{' '}
            <b>{formatTime(pace.done_at, zone)}</b> ({zone}), {formatAhead(pace.done_at, now)}.
          </>
        ) : (
          <Stands campaign={campaign} now={now} />
        )}
      </>
    )
  }
  const { sent: taken, delivered: arrived } = reachOf(outcomes)
  // WhatsApp may hand back a message long after it took it.
  const waiting = outcomes.queued + outcomes.sending
  if (status === 'Completed') {
    return (
      <>
        It went to <b>{counted(taken, 'person', 'people')}</b>; <b>{formatPercent(arrived, taken)}</b> got it
        and <b>{formatNumber(outcomes.read)}</b> read it.
        {outcomes.failed ? (
          <>
            {' '}
            It did not reach <b>{counted(outcomes.failed, 'person', 'people')}</b>.
          </>
        ) : null}
        {waiting ? (
          <>
            {' '}
            <b>{counted(waiting, 'message', 'messages')}</b> {waiting === 1 ? 'waits' : 'wait'} to be tried
            again.
          </>
        ) : null}
      </>
    )
  }
  if (status === 'Cancelled' && outcomes.cancelled) {
    return (
      <>
        <b>{formatNumber(done - outcomes.cancelled)}</b> of {counted(of, 'person', 'people')} were done;{' '}
        <b>{formatNumber(outcomes.cancelled)}</b> {outcomes.cancelled === 1 ? 'was' : 'were'} called off.
      </>
    )
  }
  if (outcomes.planned === 0) return <>It has not started, and nobody has got anything.</>
  return (
    <>
      <b>{formatNumber(done)}</b> of {counted(of, 'person is', 'people are')} done
      {outcomes.queued ? (
        <>
          ; <b>{formatNumber(outcomes.queued)}</b> still {outcomes.queued === 1 ? 'waits' : 'wait'}
        </>
      ) : null}
      .
    </>
  )
}

function Whom({ count }: { count: number }) {
  if (count === 0) return <>As things stand it goes to nobody</>
  return (
    <>
      Goes to <b>about {counted(count, 'person', 'people')}</b>
    </>
  )
}

/** It runs and nothing leaves: until when, where that is known. */
function Stands({ campaign: { waiting, timezone: zone }, now }: { campaign: Campaign; now: Date }) {
  if (!waiting) return <>The first messages are about to leave.</>
  if (!waiting.until) return <>Nothing leaves right now.</>
  if (new Date(waiting.until) <= now) return <>It goes on at this moment.</>
  return (
    <>
      Nothing leaves before <b>{formatNear(waiting.until, zone, now)}</b> ({zone}),{' '}
      {formatAhead(waiting.until, now)}.
    </>
  )
}
