import type { CampaignEvent } from '#contract/campaign-parts.ts'
import type { Campaign } from '#contract/campaigns.ts'
import { LinkButton } from '#web/components/button.tsx'
import { Section } from '#web/components/page.tsx'
import type { Tone } from '#web/components/status.tsx'
import { Timeline } from '#web/components/timeline.tsx'
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
  return (
    <>
      {campaign.outcomes.read && (campaign.status === 'Completed' || campaign.status === 'Cancelled') ? (
        <Section
          first={first}
          title="Those who read it and did not answer"
          aside={
            <LinkButton size="small" to={`/campaigns?unanswered=${campaign.id}`}>
              Write to them
            </LinkButton>
          }
        >
          <p className="t2">
            They opened your message and have not written since. Another word to them may be welcome.
          </p>
        </Section>
      ) : null}
      <Section first={first && !campaign.outcomes.read} title="What happened" aside={`Times in ${zone}`}>
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
