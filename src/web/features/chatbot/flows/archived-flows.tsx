import { useState } from 'react'
import { Button } from '#web/components/forms/button.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useArchivedFlows, useArchiveFlow } from '../chatbot.queries.ts'

/** The flows that were archived; each can be brought back. Nothing is shown without one. */
export function ArchivedFlows() {
  const flows = useArchivedFlows().data?.flows ?? []
  const archive = useArchiveFlow()
  const [isOpen, setOpen] = useState(false)
  if (flows.length === 0 && !isOpen) return null
  const bringBack = (id: number) =>
    archive.mutate(
      { params: { id }, body: { archived: false } },
      {
        onSuccess: () => {
          toast.success(t('chatbot.flows.restored'))
          if (flows.length === 1) setOpen(false)
        },
        onError: (error) => toast.error(sentenceFor(error, { failed: t('chatbot.notSaved') })),
      },
    )
  return (
    <>
      <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
        {t('chatbot.flows.showArchived', { count: flows.length })}
      </Button>
      <Window opened={isOpen} onClose={() => setOpen(false)} title={t('chatbot.flows.archivedTitle')}>
        <ul className="diff">
          {flows.map(({ id, name, published_version }) => (
            <li key={id} className="arch">
              <span>
                <b>{name}</b>
                <span className="flow-v">
                  {published_version === null
                    ? t('chatbot.flows.notPublished')
                    : t('chatbot.flows.version', { version: published_version })}
                </span>
              </span>
              <Button
                size="small"
                disabled={archive.isPending}
                aria-label={t('chatbot.flows.restore', { name })}
                onClick={() => bringBack(id)}
              >
                {t('chatbot.flows.restoreShort')}
              </Button>
            </li>
          ))}
        </ul>
      </Window>
    </>
  )
}
