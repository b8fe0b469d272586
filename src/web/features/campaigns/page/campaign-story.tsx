import type { CampaignEvent } from '#contract/campaigns/parts.ts'
import type { Campaign } from '#contract/campaigns.ts'
import { Timeline } from '#web/components/figures/timeline.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { Section } from '#web/components/page.tsx'
import type { Tone } from '#web/components/status.tsx'
import { counted } from '#web/format/number.ts'
import { formatDate, formatDateTime, formatTime } from '#web/format/time.ts'

const tones: Record<CampaignEvent['kind'], Tone> = {
  scheduled: 'wait',
  started: 'sent',
  waited: 'wait',
  resumed: 'delivered',
  paused: 'yours',
  completed: 'delivered',
  failed: 'failed',
  cancelled: 'cancelled',
  retried: 'sent',
  settled: 'wait',
  edited: 'wait',
  undone: 'yours',
}

/** What happened, newest above; and what can follow once people have read it. */
export function CampaignStory({ campaign, first }: { campaign: Campaign; first: boolean }) {
  const zone = campaign.timezone
  const today = formatDate(new Date(), zone)
  const { outcomes, status } = campaign
  const over = status === 'Completed' || status === 'Cancelled' || status === 'Failed'
  const missed = over ? outcomes.failed + outcomes.delivered + outcomes.cancelled : 0
  const silent = over && outcomes.read > 0
  return (
    <>
      {missed > 0 ? (
        <Section
          first={first}
          title="People not reached"
          aside={
            <LinkButton size="small" to={`/campaigns?missed=${campaign.id}`}>
              Write to them
            </LinkButton>
          }
        >
          <p className="t2">
            {counted(outcomes.failed, 'message', 'messages')} failed,{' '}
            {counted(outcomes.delivered, 'was', 'were')} delivered but not read, and{' '}
            {counted(outcomes.cancelled, 'was', 'were')} cancelled.
          </p>
        </Section>
      ) : null}
      {silent ? (
        <Section
          first={first && missed === 0}
          title="Read, not answered"
          aside={
            <LinkButton size="small" to={`/campaigns?unanswered=${campaign.id}`}>
              Write to them
            </LinkButton>
          }
        >
          <p className="t2">
            {counted(outcomes.read, 'person', 'people')} read your message. Write to those who have not
            answered.
          </p>
        </Section>
      ) : null}
      <Section first={first && !silent && missed === 0} title="What happened" aside={`Times in ${zone}`}>
        <Timeline
          moments={campaign.events.map((event) => ({
            key: event.id,
            tone: tones[event.kind],
            title: event.by ? `${event.sentence}, by ${event.by}` : event.sentence,
            time:
              formatDate(event.at, zone) === today
                ? formatTime(event.at, zone, 'seconds')
                : formatDateTime(event.at, zone, 'seconds'),
          }))}
        />
      </Section>
    </>
  )
}
