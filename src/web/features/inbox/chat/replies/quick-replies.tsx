import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { QuickReply } from '#contract/conversations.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { useQuickReplies, useSaveQuickReply } from '../../inbox.queries.ts'

const mostShown = 6

/** The kept texts that a slash and the beginning of a shortcut stand for. */
export function useMatchingReplies(typed: string): QuickReply[] {
  const replies = useQuickReplies()
  if (!typed.startsWith('/') || typed.includes('\n')) return []
  const wanted = typed.slice(1).toLowerCase()
  return replies.filter(({ shortcut }) => shortcut.toLowerCase().startsWith(wanted)).slice(0, mostShown)
}

export function QuickReplies({
  replies,
  onPick,
}: {
  replies: readonly QuickReply[]
  onPick: (reply: QuickReply) => void
}) {
  return (
    <ul className="qr" aria-label={t('inbox.quickReplies')}>
      {replies.map((reply) => (
        <li key={reply.id}>
          <button type="button" onClick={() => onPick(reply)}>
            <b>/{reply.shortcut}</b>
            <span>{reply.text}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Keeps what is in the field under a shortcut. */
export function SaveQuickReply({
  opened,
  text,
  onClose,
}: {
  opened: boolean
  text: string
  onClose: () => void
}) {
  const [shortcut, setShortcut] = useState('')
  const [fault, setFault] = useState<string>()
  const save = useSaveQuickReply({
    success: () => {
      toast.success(t('inbox.quickReplySaved', { shortcut }))
      setShortcut('')
      onClose()
    },
    error: (error) =>
      setFault(
        (error instanceof ApiError && error.fields.shortcut) ||
          sentenceFor(error, { failed: t('app.failedTryAgain') }),
      ),
  })
  return (
    <Window opened={opened} onClose={onClose} title={t('inbox.saveQuickReply')}>
      <p className="t2 pre">{text}</p>
      <TextInput
        className="mt2"
        label={t('inbox.shortcut')}
        description={t('inbox.shortcutHelp')}
        data-autofocus
        value={shortcut}
        error={fault}
        onChange={({ currentTarget: { value } }) => {
          setShortcut(value)
          setFault(undefined)
        }}
      />
      <div className="acts">
        <Button kind="quiet" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button
          kind="ink"
          busy={save.isPending && t('app.workingBusy')}
          onClick={() => save.mutate({ shortcut: shortcut.replace(/^\//, ''), text })}
        >
          {t('inbox.saveQuickReply')}
        </Button>
      </div>
    </Window>
  )
}
