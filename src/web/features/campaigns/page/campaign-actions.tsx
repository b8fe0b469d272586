import { IconCopy, IconPencil, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { onboarding } from '#contract/onboarding.ts'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Icon } from '#web/components/icon.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useCampaignCache } from '../campaigns.queries.ts'

/** Error of WhatsApp: this account must send marketing through the Marketing Messages API. */
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
    onError: (error) => toast.error(sentenceFor(error, { failed: t('campaigns.failed') })),
  })
  const busy = (action: string, word: string) => act.isPending && act.variables === action && word
  const can = (action: Campaign['actions'][number]) => campaign.actions.includes(action)

  const cancel = async () => {
    const waiting = campaign.outcomes.queued
    const yes = await confirm({
      title: t('campaigns.page.actions.ask', { name: campaign.name }),
      consequence: campaign.outcomes.planned
        ? t('campaigns.page.actions.askQueued', { count: waiting })
        : t('campaigns.page.actions.askNotStarted'),
      confirm: t('campaigns.page.actions.cancel'),
      cancel: t('campaigns.page.actions.keep'),
    })
    if (yes) act.mutate('cancel')
  }
  return (
    <>
      {can('resume') ? (
        <Button
          kind="yours"
          icon={<Icon of={IconPlayerPlay} size="small" />}
          busy={busy('resume', t('campaigns.page.actions.resuming'))}
          onClick={() => act.mutate('resume')}
        >
          {needsOtherWay
            ? t('campaigns.page.actions.switch')
            : campaign.outcomes.planned || new Date(campaign.scheduled_at) > new Date()
              ? t('campaigns.page.actions.resume')
              : t('campaigns.page.actions.startNow')}
        </Button>
      ) : null}
      {can('edit') ? (
        <LinkButton to={`/campaigns?edit=${campaign.id}`} icon={<Icon of={IconPencil} size="small" />}>
          {t('campaigns.page.actions.edit')}
        </LinkButton>
      ) : null}
      <LinkButton to={`/campaigns?copy=${campaign.id}`} icon={<Icon of={IconCopy} size="small" />}>
        {t('campaigns.duplicate')}
      </LinkButton>
      {can('pause') ? (
        <Button
          icon={<Icon of={IconPlayerPause} size="small" />}
          busy={busy('pause', t('campaigns.page.actions.pausing'))}
          onClick={() => act.mutate('pause')}
        >
          {t('campaigns.page.actions.pause')}
        </Button>
      ) : null}
      {can('cancel') ? (
        <Button
          kind="danger"
          icon={<Icon of={IconX} size="small" />}
          busy={busy('cancel', t('campaigns.page.actions.cancelling'))}
          onClick={() => void cancel()}
        >
          {t('campaigns.page.actions.cancel')}
        </Button>
      ) : null}
    </>
  )
}
