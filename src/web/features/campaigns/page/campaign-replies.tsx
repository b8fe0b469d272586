import { Link } from 'react-router'
import type { CampaignReply } from '#contract/campaigns/parts.ts'
import type { Campaign } from '#contract/campaigns.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Timeline } from '#web/components/figures/timeline.tsx'
import { Section } from '#web/components/page.tsx'
import { ShowMore } from '#web/components/tables/show-more.tsx'
import { formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useReplies } from '../campaigns.queries.ts'

/** Replies, the newest first; nothing where there are none. */
export function CampaignReplies({ campaign, first }: { campaign: Campaign; first: boolean }) {
  const pages = useReplies(campaign)
  const replies = pages.data?.pages.flatMap((page) => page.replies) ?? []
  if (pages.isError && replies.length === 0) {
    return (
      <Section first={first} title={t('campaigns.page.replies.title')}>
        <ErrorState error={pages.error} onRetry={() => pages.refetch()} />
      </Section>
    )
  }
  if (replies.length === 0) return null
  return (
    <Section first={first} title={t('campaigns.page.replies.title')}>
      <Timeline
        moments={replies.map((reply) => ({
          key: reply.id,
          tone: toneOf(reply),
          title: reply.lead_id ? <Link to={`/leads/${reply.lead_id}`}>{reply.name}</Link> : reply.name,
          time: formatDateTime(reply.at, campaign.timezone, 'seconds'),
          says: noteOf(reply),
        }))}
      />
      <ShowMore list={pages} />
    </Section>
  )
}

function toneOf({ opted_out, waits }: CampaignReply) {
  if (opted_out) return 'cancelled'
  return waits ? 'yours' : 'read'
}

function noteOf({ text, opted_out, waits }: CampaignReply): string {
  if (opted_out) return t('campaigns.page.replies.optedOut', { text })
  return t(waits ? 'campaigns.page.replies.unclear' : 'campaigns.page.replies.text', { text })
}
