import { useEffect, useRef, useSyncExternalStore } from 'react'
import { conversations } from '#contract/conversations.ts'
import { call } from '#web/net/api.ts'

type State = 'viewing' | 'typing' | 'left'
export type Presence = { id: number; user_id: number; state: State }

/** It ends by itself: a browser that is closed tells nothing. */
const lastsMs = { viewing: 30_000, typing: 6_000 }
const tellViewingMs = 20_000
const tellTypingMs = 3_000

type Seen = { userId: number; conversationId: number; viewingUntil: number; typingUntil: number }
let seen: readonly Seen[] = []
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** A colleague looks somewhere, types, or has left. */
export function notePresence({ id, user_id, state }: Presence): void {
  const now = Date.now()
  const before = seen.find((one) => one.userId === user_id && one.conversationId === id)
  const others = seen.filter((one) => one !== before)
  seen =
    state === 'left'
      ? others
      : [
          ...others,
          {
            userId: user_id,
            conversationId: id,
            viewingUntil: now + lastsMs.viewing,
            typingUntil: state === 'typing' ? now + lastsMs.typing : (before?.typingUntil ?? 0),
          },
        ]
  sweep()
}

/** Forgets what is over, and looks again when the next one ends. */
function sweep(): void {
  clearTimeout(timer)
  const now = Date.now()
  seen = seen.filter(({ viewingUntil }) => viewingUntil > now).map((one) => ({ ...one }))
  for (const listener of listeners) listener()
  const ends = seen.flatMap(({ viewingUntil, typingUntil }) => [viewingUntil, typingUntil])
  const next = Math.min(...ends.filter((end) => end > now))
  if (Number.isFinite(next)) timer = setTimeout(sweep, next - now + 20)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Which colleagues look at a conversation, and which of them type. */
export function useColleagues(id: number): { userId: number; isTyping: boolean }[] {
  const all = useSyncExternalStore(subscribe, () => seen)
  return all
    .filter(({ conversationId }) => conversationId === id)
    .map(({ userId, typingUntil }) => ({ userId, isTyping: typingUntil > Date.now() }))
}

/** Tells colleagues that this conversation is looked at; the function that it returns tells that something is typed. */
export function useTellPresence(id: number): () => void {
  const typedAt = useRef(0)
  useEffect(() => {
    const tell = (state: State) =>
      void call(conversations.presence, { params: { id }, body: { state } }).catch(() => undefined)
    const look = () => tell(document.visibilityState === 'visible' ? 'viewing' : 'left')
    look()
    const again = setInterval(() => {
      if (document.visibilityState === 'visible') tell('viewing')
    }, tellViewingMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(again)
      document.removeEventListener('visibilitychange', look)
      tell('left')
    }
  }, [id])
  return () => {
    const now = Date.now()
    if (now - typedAt.current < tellTypingMs) return
    typedAt.current = now
    void call(conversations.presence, { params: { id }, body: { state: 'typing' } }).catch(() => undefined)
  }
}
