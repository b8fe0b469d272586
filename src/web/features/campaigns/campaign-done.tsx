import type { campaigns } from '#contract/campaigns.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { Banner } from '#web/components/banner.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { UndoStart } from './undo-start.tsx'

export type Scheduled = ResponseOf<typeof campaigns.schedule>

/** What was scheduled, with a link to it; an immediate start can be undone from here. */
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
            {t('campaigns.openCampaign')}
          </LinkButton>
        }
      >
        {t.rich('campaigns.done.scheduled', {
          b: tags.b,
          name: campaign.name,
          count: audience.will_receive,
        })}
        {notice ? ` ${notice}` : ''}
      </Banner>
    </div>
  )
}
