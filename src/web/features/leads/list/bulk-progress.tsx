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

/** A finished change and its undo are shown for this long. */
const visibleMinutes = 60

/** What a finished change did. */
export function changeText({ action, changed, tag }: BulkChange): string {
  const count = changed
  switch (action) {
    case 'delete':
      return t('leads.bulk.deleted', { count })
    case 'tag':
      return t('leads.bulk.tagged', { count, tag: tag ?? '' })
    case 'untag':
      return t('leads.bulk.untagged', { count, tag: tag ?? '' })
    case 'consent':
      return t('leads.bulk.consented', { count })
  }
}

/** The newest bulk change: its progress and its undo. */
export function BulkProgress() {
  const refresh = useRefreshLeads()
  const all = useBulkChanges()
  const change = all.find(isBulkMoving) ?? all[0]
  const end = useEffectEvent(() => {
    void refresh()
    // Said where the list is read, too: the banner is above it.
    if (change?.status === 'done') toast.success(changeText(change))
    if (change?.status === 'undone') toast.success(t('leads.bulk.undone', { count: change.undone }))
  })
  const moving = change !== undefined && isBulkMoving(change)
  useEffect(() => {
    if (moving) return () => end()
    return undefined
  }, [moving])
  const undo = useUndoBulk({
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
  if (since > visibleMinutes * 60_000 || change.changed === 0) return null
  if (change.status === 'undone') {
    return (
      <Banner kind="waiting">
        {t('leads.bulk.undone', { count: change.undone })}{' '}
        {change.kept ? t('leads.bulk.kept', { count: change.kept }) : null}
      </Banner>
    )
  }
  return (
    <Banner kind="waiting" action={act(t('leads.undo'))}>
      {changeText(change)}
    </Banner>
  )
}
