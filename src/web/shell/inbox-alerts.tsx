import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Conversation, conversations } from '#contract/conversations.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { setTitleCount } from '../components/page.tsx'
import { t } from '../messages/t.ts'
import { call } from '../net/api.ts'
import { stream } from '../net/stream.ts'
import { subscribeOutbox } from '../offline/outbox.ts'
import { isAlertOn, playTone, useAlertOn } from '../session/alerts.ts'
import { recountUnread, useUnreadConversations } from '../session/business.queries.ts'
import { useUser } from '../session/session.ts'
import { readKey, writeKey } from '../session/storage.ts'
import { freshConversations, type Seen } from './fresh-conversations.ts'

/** At most so many notifications at once. */
const mostTold = 3
const lookedAt = 20
/** Until the chatbot is asked again what it does with a message. */
const pendingMs = 1000

/** Counts unread conversations in the tab's title, and tells of new messages where this browser wants it. */
export function InboxAlerts() {
  const unread = useUnreadConversations()
  const notify = useAlertOn('notify')
  const sound = useAlertOn('sound')
  useEffect(() => {
    setTitleCount(unread)
    return () => setTitleCount(0)
  }, [unread])
  useWaitingSends()
  return notify || sound ? <NewMessages /> : null
}

/** A message that was written and not sent yet goes on from any screen. */
function useWaitingSends(): void {
  const me = useUser()
  const { pathname } = useLocation()
  const id = me?.user_id ?? me?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen that was left may have left something to send.
  useEffect(() => {
    if (id === undefined || readKey(`waiting:${id}`) === null) return
    return subscribeOutbox(() => undefined)
  }, [id, pathname])
}

/** Follows the inbox also while the tab is hidden, unlike a screen. */
function NewMessages() {
  const me = useUser()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const known = useRef<Seen | null>(null)
  const looks = useRef({ waiting: 0, last: Promise.resolve() })
  const look = useEffectEvent(async () => {
    const { conversations: list } = await call(conversations.list, {
      query: { unread: 'true', limit: lookedAt },
    })
    const { fresh, seen, isPending } = freshConversations(known.current ?? new Map(), list, me?.id)
    if (known.current) tell(fresh.filter(({ id }) => !isLookedAt(id, pathname)).slice(0, mostTold))
    known.current = seen
    return isPending
  })
  const tell = (fresh: readonly Conversation[]) => {
    const [newest] = fresh
    if (!newest) return
    // Several tabs hear of the same message: the first one tells.
    const mark = fresh.map(({ id, last_at }) => `${id}@${last_at}`).join()
    if (readKey('inbox_told') === mark) return
    writeKey('inbox_told', mark)
    if (isAlertOn('sound')) void playTone().catch(() => undefined)
    if (!isAlertOn('notify') || !('Notification' in window) || Notification.permission !== 'granted') return
    for (const one of fresh) {
      const shown = new Notification(one.name || formatPhone(one.address), {
        body: one.preview.text?.slice(0, 200) ?? t('app.newMessage'),
        tag: `conversation-${one.id}`,
      })
      shown.onclick = () => {
        window.focus()
        shown.close()
        void navigate(`/conversations/${one.id}`)
      }
    }
  }
  useEffect(() => {
    const stop = new AbortController()
    let again: ReturnType<typeof setTimeout> | undefined
    const lookNext = () => {
      // One look after the other: each says what is new since the one before.
      if (looks.current.waiting > 1) return
      looks.current.waiting++
      // What could not be looked up is looked up with the next event.
      looks.current.last = looks.current.last
        .then(() => Promise.all([look(), recountUnread()]))
        .then(([isPending]) => {
          clearTimeout(again)
          if (isPending && !stop.signal.aborted) again = setTimeout(lookNext, pendingMs)
        })
        .catch(() => undefined)
        .finally(() => looks.current.waiting--)
    }
    void stream(conversations.live, undefined, {
      onEvent: ({ event }) => {
        if (event === 'changed') lookNext()
      },
      onState: () => undefined,
      signal: stop.signal,
    })
    return () => {
      stop.abort()
      clearTimeout(again)
    }
  }, [])
  return null
}

/** The conversation is open in a tab that somebody sees. */
const isLookedAt = (id: number, pathname: string): boolean =>
  document.visibilityState === 'visible' && document.hasFocus() && pathname === `/conversations/${id}`
