import { TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { QuickReply } from '#contract/conversations.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { useQuickReplies, useSaveQuickReply } from '../../inbox.queries.ts'
import { newReply } from './new-reply.ts'

const mostShown = 6

/** The kept texts that a slash and the beginning of a shortcut stand for; one of them is chosen by the arrow keys. */
export function useMatchingReplies(typed: string, onPick: (text: string) => void) {
  const replies = useQuickReplies()
  const id = useId()
  const [active, setActive] = useState(0)
  const [hiddenFor, setHiddenFor] = useState<string>()
  const [seen, setSeen] = useState(typed)
  if (seen !== typed) {
    setSeen(typed)
    setActive(0)
  }
  const isAsked = typed.startsWith('/') && !typed.includes('\n') && hiddenFor !== typed
  const wanted = typed.slice(1).toLowerCase()
  const matching = isAsked
    ? replies.filter(({ shortcut }) => shortcut.toLowerCase().startsWith(wanted)).slice(0, mostShown)
    : []
  const chosen = Math.min(active, matching.length - 1)
  /** Whether the key was one for the list. */
  const onKey = ({ key }: { key: string }): boolean => {
    const reply = matching[chosen]
    if (!reply) return false
    if (key === 'ArrowDown') setActive((chosen + 1) % matching.length)
    else if (key === 'ArrowUp') setActive((chosen + matching.length - 1) % matching.length)
    else if (key === 'Escape') setHiddenFor(typed)
    else if (key === 'Enter') onPick(reply.text)
    else return false
    return true
  }
  const isShown = matching.length > 0
  return {
    list: { id, replies: matching, active: chosen, onPick },
    onKey,
    /** For the field: which of the list is chosen, to be read out. */
    field: isShown
      ? {
          'aria-autocomplete': 'list' as const,
          'aria-controls': id,
          'aria-activedescendant': `${id}-${chosen}`,
        }
      : {},
  }
}

export function QuickReplies({
  id,
  replies,
  active,
  onPick,
}: {
  id: string
  replies: readonly QuickReply[]
  active: number
  onPick: (text: string) => void
}) {
  if (replies.length === 0) return null
  return (
    <div id={id} className="qr" role="listbox" aria-label={t('inbox.quickReplies')}>
      {replies.map((reply, nr) => (
        <button
          key={reply.id}
          id={`${id}-${nr}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={nr === active}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(reply.text)}
        >
          <b>/{reply.shortcut}</b>
          <span>{reply.text}</span>
        </button>
      ))}
    </div>
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
    success: (saved) => {
      toast.success(t('inbox.quickReplySaved', { shortcut: saved }))
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
          onClick={() => save.mutate(newReply(shortcut, text))}
        >
          {t('inbox.saveQuickReply')}
        </Button>
      </div>
    </Window>
  )
}
