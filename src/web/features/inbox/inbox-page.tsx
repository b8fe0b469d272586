import { useEffect } from 'react'
import { useParams } from 'react-router'
import { Empty } from '#web/components/empty.tsx'
import { Missing } from '#web/components/error-state.tsx'
import { useDocumentTitle } from '#web/components/page.tsx'
import { t } from '#web/messages/t.ts'
import { Chat } from './chat/chat.tsx'
import { useNoDropBeside } from './chat/dropped-files.ts'
import { useInboxLive } from './inbox.queries.ts'
import { ConversationList } from './list/conversation-list.tsx'
import './inbox.css'
import './list/list.css'
import './side/side.css'

/** Conversations at the left, the open one in the middle, its person at the right. On a phone one at a time. */
export default function InboxPage() {
  const { id } = useParams()
  const open = id !== undefined && /^\d+$/.test(id) ? Number(id) : undefined
  const isWrongAddress = id !== undefined && open === undefined
  useDocumentTitle(t('inbox.title'))
  useInboxLive(open)
  useAnswerKey()
  useNoDropBeside()
  return (
    <div className={`ib${id === undefined ? '' : ' is-open'}`}>
      <ConversationList open={open} />
      {isWrongAddress ? (
        <section className="ib-chat" aria-label={t('inbox.conversation')}>
          <Missing thing="conversation" back={{ to: '/conversations', name: t('inbox.title') }} />
        </section>
      ) : open === undefined ? (
        <section className="ib-none" aria-label={t('inbox.conversation')}>
          <Empty title={t('inbox.chooseTitle')}>{t('inbox.choose')}</Empty>
        </section>
      ) : (
        <Chat key={open} id={open} />
      )}
    </div>
  )
}

/** R writes an answer, also where a note was begun. Not while something is typed. */
function useAnswerKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.key !== 'r' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      if (target.matches('input, textarea, select, [contenteditable]')) return
      if (target.closest('[role="dialog"], [role="menu"]')) return
      const reply = document.querySelector<HTMLElement>('.cmp [data-key="reply"]')
      if (!reply) return
      event.preventDefault()
      reply.click()
      // Where the window is closed, the way to a template is what can be taken.
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('.cmp textarea, .cmp [data-key="template"]')?.focus(),
      )
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
