import { IconAlertCircle, IconClock, IconPaperclip } from '@tabler/icons-react'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import type { Pending } from '#web/offline/outbox.ts'
import { MessageText } from '../message-text.tsx'

/** What was written here and is still on its way to the server, or did not get there. */
export function PendingBubble({
  pending,
  onAgain,
  onEdit,
  onDrop,
}: {
  pending: Pending
  onAgain: (anyway: boolean) => void
  onEdit: (text: string) => void
  onDrop: () => void
}) {
  const { message, error, state } = pending
  const isWaiting = state === 'waiting'
  if (message.type === 'reaction' && isWaiting) return null
  const isOffline = isWaiting && error !== null
  const isFile = message.type === 'file' || message.type === 'file-to-upload'
  return (
    <div className="bb-row o">
      <article className="bb o">
        {isFile && pending.fileName ? (
          <span className="att">
            <Icon of={IconPaperclip} />
            {pending.fileName}
          </span>
        ) : null}
        <MessageText text={pendingText(pending)} />
        <p className="me">
          {isWaiting ? (isOffline ? t('chat.waitsOffline') : t('inbox.waiting')) : null}
          <Icon of={isWaiting ? IconClock : IconAlertCircle} size="small" />
        </p>
        {isWaiting && message.type === 'file-to-upload' ? (
          <Button size="small" kind="quiet" onClick={onDrop}>
            {t('inbox.discard')}
          </Button>
        ) : null}
        {isWaiting ? null : (
          <div className="bb-why" role="alert">
            <p>
              {state === 'gone'
                ? t('chat.fileGone')
                : state === 'old' || !error
                  ? t('chat.notSentYet')
                  : sentenceFor(error, {
                      failed: t('inbox.notSent'),
                      unreachable: t('inbox.notSentOffline'),
                    })}
            </p>
            <div className="row n mt1">
              {state === 'gone' ? null : (
                <Button size="small" onClick={() => onAgain(state === 'answered')}>
                  {state === 'answered' ? t('chat.sendAnyway') : t('inbox.tryAgain')}
                </Button>
              )}
              {message.type === 'text' ? (
                <Button size="small" onClick={() => onEdit(message.text)}>
                  {t('chat.edit')}
                </Button>
              ) : null}
              <Button size="small" kind="quiet" onClick={onDrop}>
                {t('inbox.discard')}
              </Button>
            </div>
          </div>
        )}
      </article>
    </div>
  )
}

function pendingText({ message, fileName }: Pending): string {
  switch (message.type) {
    case 'template':
      return message.name
    case 'file':
    case 'file-to-upload':
      return message.caption ?? (fileName ? '' : t('inbox.kind', { kind: 'document' }))
    case 'location':
      return t('inbox.kindWithText', { kind: 'location', text: message.name ?? message.address ?? '' })
    case 'contact':
      return t('inbox.kindWithText', { kind: 'contacts', text: message.name })
    case 'reaction':
      return message.emoji || t('chat.reactionRemoved')
    default:
      return message.text
  }
}
