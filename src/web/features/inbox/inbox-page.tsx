import { useEffect, useEffectEvent } from 'react'
import { useNavigate, useParams } from 'react-router'
import { Empty } from '#web/components/empty.tsx'
import { useDocumentTitle } from '#web/components/page.tsx'
import { t } from '#web/messages/t.ts'
import { Chat } from './chat/chat.tsx'
import { useInboxLive } from './inbox.queries.ts'
import { ConversationList } from './list/conversation-list.tsx'
import './inbox.css'
import './list/list.css'
import './side/side.css'

/** Conversations at the left, the open one in the middle, its person at the right. On a phone one at a time. */
export default function InboxPage() {
  const { id } = useParams()
  const open = id !== undefined && /^\d+$/.test(id) ? Number(id) : undefined
  useDocumentTitle(t('inbox.title'))
  useInboxLive(open)
  useKeys()
  return (
    <div className={`ib${open === undefined ? '' : ' is-open'}`}>
      <ConversationList open={open} />
      {open === undefined ? (
        <section className="ib-none" aria-label={t('inbox.conversation')}>
          <Empty title={t('inbox.chooseTitle')}>{t('inbox.choose')}</Empty>
        </section>
      ) : (
        <Chat key={open} id={open} />
      )}
    </div>
  )
}

/** J and K go to the next and the one before; R writes an answer. Not while something is typed. */
function useKeys(): void {
  const navigate = useNavigate()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (target.matches('input, textarea, select, [contenteditable]')) return
    if (event.key === 'r') {
      const field = document.querySelector<HTMLElement>('.cmp textarea')
      if (!field) return
      event.preventDefault()
      field.focus()
      return
    }
    const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
    if (step === 0) return
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.cv a')]
    const at = links.findIndex((link) => link.getAttribute('aria-current') === 'page')
    const next = links[at + step]
    if (next?.dataset.id) void navigate(`/conversations/${next.dataset.id}`)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
