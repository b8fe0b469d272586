import { useState } from 'react'
import type { BulkChange } from '#contract/leads/changes.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Window } from '#web/components/panel.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { changeText } from './change-text.ts'

/** Bulk changes that can be undone still, besides the one that stands above the list. */
export function EarlierChanges({
  changes,
  onUndo,
}: {
  changes: readonly BulkChange[]
  onUndo: (id: number) => void
}) {
  const zone = useZone()
  const [opened, setOpened] = useState(false)
  if (changes.length === 0) return null
  return (
    <>
      <p>
        <Button kind="quiet" size="small" onClick={() => setOpened(true)}>
          {t('leads.bulk.earlier', { count: changes.length })}
        </Button>
      </p>
      <Window opened={opened} onClose={() => setOpened(false)} title={t('leads.bulk.earlierTitle')}>
        <ul className="earlier-changes">
          {changes.map((change) => (
            <li key={change.id}>
              <span>
                {changeText(change)}
                <small className="t2">{formatMoment(change.finished_at ?? change.started_at, zone)}</small>
              </span>
              <Button
                size="small"
                aria-label={t('leads.bulk.undoOf', { change: changeText(change) })}
                onClick={() => {
                  setOpened(false)
                  onUndo(change.id)
                }}
              >
                {t('leads.undo')}
              </Button>
            </li>
          ))}
        </ul>
      </Window>
    </>
  )
}
