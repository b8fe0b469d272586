import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { type CampaignSummary, campaigns } from '#contract/campaigns.ts'
import { Banner } from '#web/components/banner.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { toast } from '#web/components/toast.tsx'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { useCampaignCache } from './campaigns.queries.ts'

/**
 * An immediate start waits a few seconds on the server and can be undone. The seconds come from the server's answer,
 * so a wrong clock in the browser does not matter.
 */
export function UndoStart({ campaign }: { campaign: Pick<CampaignSummary, 'id' | 'name' | 'undo_seconds'> }) {
  const cache = useCampaignCache()
  const navigate = useNavigate()
  const left = useSecondsLeft(campaign.undo_seconds ?? 0)
  const undo = useMutation({
    mutationFn: () => call(campaigns.undo, { params: { id: campaign.id } }),
    onSuccess: () => {
      toast.success(t('campaigns.undo.done'))
      void cache.listChanged()
      cache.forget(campaign.id)
      navigate(`/campaigns?edit=${campaign.id}`)
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: t('campaigns.undo.failed') })),
  })
  if (left <= 0) return null
  return (
    <Banner
      kind="yours"
      action={
        <Button size="small" busy={undo.isPending && t('campaigns.undo.busy')} onClick={() => undo.mutate()}>
          {t('campaigns.undo.start')}
        </Button>
      }
    >
      {t.rich('campaigns.undo.countdown', {
        b: tags.b,
        num: (text) => <span className="num">{text}</span>,
        name: campaign.name,
        seconds: left,
      })}
    </Banner>
  )
}

function useSecondsLeft(seconds: number): number {
  const [ends] = useState(() => performance.now() + seconds * 1_000)
  const [now, setNow] = useState(() => performance.now())
  const left = Math.max(0, Math.ceil((ends - now) / 1_000))
  useEffect(() => {
    if (left <= 0) return
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [left])
  return left
}
