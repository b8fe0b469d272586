import { useEffect, useEffectEvent } from 'react'
import type { BulkChange } from '#contract/leads/changes.ts'
import { Banner } from '#web/components/banner.tsx'
import { Progress } from '#web/components/figures/progress.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { leadErrors } from '../lead-errors.ts'
import { isBulkMoving, useBulkChanges, useRefreshLeads, useUndoBulk } from '../leads.queries.ts'
import { changeText, undoneText } from './change-text.ts'
import { EarlierChanges } from './earlier-changes.tsx'

/** A finished change and its undo are shown for this long. */
const visibleMinutes = 60

/** The newest bulk change: its progress and its undo; and the undo of those before. */
export function BulkProgress() {
  const refresh = useRefreshLeads()
  const all = useBulkChanges()
  const change = all.find(isBulkMoving) ?? all[0]
  // Said where the list is read, too: the banner is above it, and of the newest change alone.
  const say = (over: BulkChange | undefined) => {
    if (over?.status === 'done') toast.success(changeText(over))
    if (over?.status === 'undone') toast.success(undoneText(over))
  }
  const end = useEffectEvent((id: number) => {
    void refresh()
    say(all.find((one) => one.id === id))
  })
  const moving = change !== undefined && isBulkMoving(change)
  const movingId = moving ? change.id : null
  useEffect(() => {
    if (movingId !== null) return () => end(movingId)
    return undefined
  }, [movingId])
  const undo = useUndoBulk({
    onSuccess: ({ change: undone }) => say(undone),
    onError: (error) => toast.error(sentenceFor(error, leadErrors.change())),
  })
  if (!change) return null
  const act = (name: string) => (
    <Button size="small" busy={undo.isPending && t('leads.undoing')} onClick={() => undo.mutate(change.id)}>
      {name}
    </Button>
  )
  if (moving) {
    const isUndo = change.status === 'undoing'
    const [done, of] = isUndo
      ? [change.undone + change.kept, change.changed]
      : [change.leads_done, change.leads]
    return (
      <Banner kind="waiting" action={isUndo ? null : act(t('leads.bulk.stop'))}>
        <Progress
          name={t(`leads.bulk.working.${isUndo ? 'undo' : change.action}`)}
          value={of > 0 ? done / of : null}
          says={t('leads.bulk.done', { done, count: of })}
          progressedAt={change.progressed_at}
        />
      </Banner>
    )
  }
  const since = change.finished_at ? Date.now() - new Date(change.finished_at).getTime() : Infinity
  const isShown = since <= visibleMinutes * 60_000 && change.changed > 0
  const isUndone = change.status === 'undone'
  const undoable = all.filter(
    ({ status, changed, undo_until }) =>
      status === 'done' && changed > 0 && new Date(undo_until).getTime() > Date.now(),
  )
  return (
    <>
      {isShown ? (
        <Banner kind="waiting" action={isUndone ? null : act(t('leads.undo'))}>
          {isUndone ? undoneText(change) : changeText(change)}
        </Banner>
      ) : null}
      <EarlierChanges
        changes={undoable.filter(({ id }) => !isShown || id !== change.id)}
        onUndo={(id) => undo.mutate(id)}
      />
    </>
  )
}
