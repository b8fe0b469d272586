import type { App } from '#server/app.ts'
import { messagesChannel } from '#server/features/messages/messages.ts'
import type { EventStream } from '#server/platform/http/event-stream.ts'
import { businessChannel } from '#server/platform/notify.ts'
import { presenceChannel, readPresence } from './act/presence.ts'
import { conversationsChannel } from './notes.ts'

/** At most four notes a second reach a screen. */
const gatherMs = 250

/**
 * Tells an open inbox which conversations changed, an empty list meaning that a message of ours moved, and what
 * colleagues look at.
 */
export function followConversations(
  app: App,
  stream: EventStream,
  { businessId, userId }: { businessId: number; userId: number },
): void {
  const ids = new Set<number>()
  let any = false
  let timer: NodeJS.Timeout | undefined
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      stream.send('changed', { ids: any ? [] : [...ids] })
      ids.clear()
      any = false
    }, gatherMs)
  }
  const stops = [
    app.notes.listen(
      businessChannel(conversationsChannel, businessId),
      (payload) => {
        const [owner, list = ''] = payload.split(':')
        if (owner !== String(businessId)) return
        any ||= list === ''
        for (const id of list.split(',').filter(Boolean)) ids.add(Number(id))
        soon()
      },
      soon,
    ),
    app.notes.listen(businessChannel(messagesChannel, businessId), (payload) => {
      if (payload === `${businessId}:`) soon()
    }),
    app.notes.listen(businessChannel(presenceChannel, businessId), (payload) => {
      const seen = readPresence(payload, businessId)
      if (seen && seen.user_id !== userId) stream.send('presence', seen)
    }),
  ]
  stream.signal.addEventListener('abort', () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  })
  stream.send('changed', { ids: [] })
}
