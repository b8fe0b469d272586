import type { campaigns } from '#contract/campaigns.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { Banner } from '#web/components/banner.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { counted } from '#web/format/number.ts'
import { UndoStart } from './undo-start.tsx'

export type Scheduled = ResponseOf<typeof campaigns.schedule>

/** What was scheduled, and the way to it; a start at once can be undone from here. */
export function Done({ answer }: { answer: Scheduled }) {
  const { campaign, audience, notice } = answer
  return (
    <div className="stack campaign-done">
      {campaign.undo_seconds === null ? null : (
        <UndoStart key={`${campaign.id} ${campaign.undo_until}`} campaign={campaign} />
      )}
      <Banner
        kind="good"
        action={
          <LinkButton to={`/campaigns/${campaign.id}`} size="small">
            Open campaign
          </LinkButton>
        }
      >
        <b>{campaign.name}</b> is scheduled for {counted(audience.will_receive, 'person', 'people')}.
        {notice ? ` ${notice}` : ''}
      </Banner>
    </div>
  )
}
