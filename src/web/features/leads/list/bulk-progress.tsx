import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { BulkChange } from '#contract/leads/changes.ts'
import { leads } from '#contract/leads.ts'
import { Banner } from '#web/components/banner.tsx'
import { Progress } from '#web/components/figures/progress.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { toast } from '#web/components/toast.tsx'
import { counted, formatNumber } from '#web/format/number.ts'
import { call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { leadWords, useLeadsChanged } from '../leads.queries.ts'

/** A finished change stays in sight for so long; its undo is offered beside it. */
const visibleMinutes = 60

const isMoving = ({ status }: BulkChange): boolean => status === 'running' || status === 'undoing'

/** What a finished change did. */
export function changeSentence({ action, changed, tag }: BulkChange): string {
  const people = counted(changed, 'lead', 'leads')
  return {
    delete: `${people} deleted`,
    tag: `${people} tagged ${tag}`,
    untag: `${tag} taken off ${people}`,
    consent: `Consent recorded for ${people}`,
  }[action]
}

/** The newest change of many leads: how far it is, and its undo. */
export function BulkProgress() {
  const queries = useQueryClient()
  const changed = useLeadsChanged()
  const query = useQuery({
    ...queryFor(leads.listChanges),
    refetchInterval: ({ state }) => (state.data?.changes.some(isMoving) ? 1000 : false),
  })
  const all = query.data?.changes ?? []
  const change = all.find(isMoving) ?? all[0]
  const end = useEffectEvent(() => void changed())
  const moving = change !== undefined && isMoving(change)
  useEffect(() => {
    if (moving) return () => end()
    return undefined
  }, [moving])
  const undo = useMutation({
    mutationFn: (id: number) => call(leads.undoChange, { params: { id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keyOf(leads.listChanges) })
      await changed()
    },
    onError: (error) => toast.error(sentenceFor(error, leadWords.change)),
  })
  if (!change) return null
  const act = (name: string) => (
    <Button size="small" busy={undo.isPending && 'Undoing...'} onClick={() => undo.mutate(change.id)}>
      {name}
    </Button>
  )
  if (moving) {
    const isUndo = change.status === 'undoing'
    const [done, of] = isUndo
      ? [change.undone + change.kept, change.changed]
      : [change.leads_done, change.leads]
    return (
      <Banner kind="waiting" action={isUndo ? null : act('Stop and undo')}>
        <Progress
          name={isUndo ? 'Undoing' : workNames[change.action]}
          value={of > 0 ? done / of : null}
          says={`${formatNumber(done)} of ${counted(of, 'lead', 'leads')}`}
          progressedAt={change.progressed_at}
        />
      </Banner>
    )
  }
  const since = change.finished_at ? Date.now() - new Date(change.finished_at).getTime() : Infinity
  if (since > visibleMinutes * 60_000 || change.changed === 0) return null
  if (change.status === 'undone') {
    const kept = change.kept
      ? ` ${counted(change.kept, 'lead was', 'leads were')} changed since and left as they are.`
      : ''
    return (
      <Banner kind="waiting">
        Undone for {counted(change.undone, 'lead', 'leads')}.{kept}
      </Banner>
    )
  }
  return (
    <Banner kind="waiting" action={act('Undo')}>
      {changeSentence(change)}.
    </Banner>
  )
}

const workNames = {
  delete: 'Deleting',
  tag: 'Tagging',
  untag: 'Taking the tag off',
  consent: 'Recording consent',
}
