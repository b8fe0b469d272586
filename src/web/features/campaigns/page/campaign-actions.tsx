import { IconCopy, IconPencil, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { onboarding } from '#contract/onboarding.ts'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Icon } from '#web/components/icon.tsx'
import { toast } from '#web/components/toast.tsx'
import { counted } from '#web/format/number.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useCampaignCache } from '../campaigns.queries.ts'

/** WhatsApp takes this account's marketing through the Marketing Messages API only. */
const marketingElsewhere = '131063'

/** Pause, resume, cancel, edit, duplicate. */
export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const cache = useCampaignCache()
  const input = { params: { id: campaign.id } }
  const needsOtherWay = campaign.status === 'Failed' && campaign.status_code === marketingElsewhere
  const act = useMutation({
    mutationFn: async (action: 'pause' | 'resume' | 'cancel') => {
      if (action === 'resume' && needsOtherWay) {
        const body = { waba_id: campaign.waba_id, endpoint: 'marketing_messages' as const }
        await call(onboarding.setMarketingEndpoint, { body })
      }
      return await call(campaigns[action], input)
    },
    onSuccess: (answer) => {
      cache.put(answer.campaign)
      void cache.listChanged()
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: 'This did not work. Try again.' })),
  })
  const busy = (action: string, word: string) => act.isPending && act.variables === action && word
  const can = (action: Campaign['actions'][number]) => campaign.actions.includes(action)

  const cancel = async () => {
    const waiting = campaign.outcomes.queued
    const yes = await confirm({
      title: `Cancel “${campaign.name}”?`,
      consequence: campaign.outcomes.planned
        ? `${counted(waiting, 'person who is', 'people who are')} still queued will not get it. What has left cannot be called back, and a cancelled campaign cannot go on.`
        : 'It will not start, and cannot be started later.',
      confirm: 'Cancel campaign',
      cancel: 'Keep it',
    })
    if (yes) act.mutate('cancel')
  }
  return (
    <>
      {can('resume') ? (
        <Button
          kind="yours"
          icon={<Icon of={IconPlayerPlay} size="small" />}
          busy={busy('resume', 'Resuming...')}
          onClick={() => act.mutate('resume')}
        >
          {needsOtherWay
            ? 'Switch and resume'
            : campaign.outcomes.planned || new Date(campaign.scheduled_at) > new Date()
              ? 'Resume'
              : 'Start now'}
        </Button>
      ) : null}
      {can('edit') ? (
        <LinkButton to={`/campaigns?edit=${campaign.id}`} icon={<Icon of={IconPencil} size="small" />}>
          Edit
        </LinkButton>
      ) : null}
      <LinkButton to={`/campaigns?copy=${campaign.id}`} icon={<Icon of={IconCopy} size="small" />}>
        Duplicate
      </LinkButton>
      {can('pause') ? (
        <Button
          icon={<Icon of={IconPlayerPause} size="small" />}
          busy={busy('pause', 'Pausing...')}
          onClick={() => act.mutate('pause')}
        >
          Pause
        </Button>
      ) : null}
      {can('cancel') ? (
        <Button
          kind="danger"
          icon={<Icon of={IconX} size="small" />}
          busy={busy('cancel', 'Cancelling...')}
          onClick={() => void cancel()}
        >
          Cancel campaign
        </Button>
      ) : null}
    </>
  )
}
