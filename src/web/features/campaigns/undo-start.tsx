import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { type CampaignSummary, campaigns } from '#contract/campaigns.ts'
import { Banner } from '#web/components/banner.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { toast } from '#web/components/toast.tsx'
import { call, sentenceFor } from '#web/net/api.ts'
import { useCampaignCache } from './campaigns.queries.ts'

/**
 * A start that was wanted at once waits on the server; until it is over it can be undone. The seconds are the server's,
 * counted from its answer, so a wrong clock of this machine does not matter.
 */
export function UndoStart({ campaign }: { campaign: Pick<CampaignSummary, 'id' | 'name' | 'undo_seconds'> }) {
  const cache = useCampaignCache()
  const navigate = useNavigate()
  const left = useSecondsLeft(campaign.undo_seconds ?? 0)
  const undo = useMutation({
    mutationFn: () => call(campaigns.undo, { params: { id: campaign.id } }),
    onSuccess: () => {
      toast.success('Start undone. Nothing was sent.')
      void cache.listChanged()
      cache.forget(campaign.id)
      navigate(`/campaigns?edit=${campaign.id}`)
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: 'The start could not be undone.' })),
  })
  if (left <= 0) return null
  return (
    <Banner
      kind="yours"
      action={
        <Button size="small" busy={undo.isPending && 'Undoing...'} onClick={() => undo.mutate()}>
          Undo
        </Button>
      }
    >
      <b>{campaign.name}</b> starts in <span className="num">{left} s</span>. Nothing has been sent yet.
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
