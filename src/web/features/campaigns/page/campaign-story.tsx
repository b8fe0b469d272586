import type { CampaignEvent } from '#contract/campaigns/parts.ts'
import type { Campaign } from '#contract/campaigns.ts'
import { Timeline } from '#web/components/figures/timeline.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { Section } from '#web/components/page.tsx'
import type { Tone } from '#web/components/status.tsx'
import { formatDate, formatDateTime, formatTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

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

/** The history, newest first; and who can be written to next. */
export function CampaignStory({ campaign, first }: { campaign: Campaign; first: boolean }) {
  const zone = campaign.timezone
  const today = formatDate(new Date(), zone)
  const { outcomes, status } = campaign
  const over = !campaign.archived && (status === 'Completed' || status === 'Cancelled' || status === 'Failed')
  const missed = over ? outcomes.failed + outcomes.delivered + outcomes.cancelled : 0
  const silent = over && outcomes.read > 0
  return (
    <>
      {missed > 0 ? (
        <Section
          first={first}
          title={t('campaigns.page.story.missedTitle')}
          aside={
            <LinkButton size="small" to={`/campaigns?missed=${campaign.id}`}>
              {t('campaigns.page.story.write')}
            </LinkButton>
          }
        >
          <p className="t2">
            {t('campaigns.page.story.missed', {
              failed: outcomes.failed,
              delivered: outcomes.delivered,
              cancelled: outcomes.cancelled,
            })}
          </p>
        </Section>
      ) : null}
      {silent ? (
        <Section
          first={first && missed === 0}
          title={t('campaigns.page.story.silentTitle')}
          aside={
            <LinkButton size="small" to={`/campaigns?unanswered=${campaign.id}`}>
              {t('campaigns.page.story.write')}
            </LinkButton>
          }
        >
          <p className="t2">{t('campaigns.page.story.silent', { count: outcomes.read })}</p>
        </Section>
      ) : null}
      <Section
        first={first && !silent && missed === 0}
        title={t('campaigns.page.story.title')}
        aside={t('campaigns.timesIn', { zone })}
      >
        <Timeline
          moments={campaign.events.map((event) => ({
            key: event.id,
            tone: tones[event.kind],
            title: event.by
              ? t('campaigns.page.story.by', { event: event.sentence, name: event.by })
              : event.sentence,
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
