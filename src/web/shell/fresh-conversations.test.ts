import { expect, it } from 'vitest'
import type { Conversation } from '#contract/conversations.ts'
import { freshConversations, type Seen } from './fresh-conversations.ts'

const line = (unread: number, bot: Conversation['bot'], assigned_to: number | null = null) =>
  ({ id: 1, unread, bot, assigned_to }) as Conversation

/** Whether member 7 is notified, look by look, of one conversation. */
function notified(...looks: Conversation[]): boolean[] {
  let seen: Seen = new Map()
  return looks.map((look) => {
    const done = freshConversations(seen, [look], 7)
    seen = done.seen
    return done.fresh.length > 0
  })
}

it('notifies of each message to the team once', () => {
  expect(notified(line(1, null), line(1, null), line(2, null))).toEqual([true, false, true])
  expect(notified(line(1, null, 8))).toEqual([false])
  expect(notified(line(1, null, 7))).toEqual([true])
})

it('notifies of nothing that the chatbot answers, and of its hand-over once', () => {
  expect(notified(line(1, 'answered'), line(2, 'answered'))).toEqual([false, false])
  expect(notified(line(1, 'answered'), line(1, null), line(1, null))).toEqual([false, true, false])
})

it('waits for the chatbot to decide on a message, and asks again', () => {
  const pending = freshConversations(new Map(), [line(1, 'pending')], 7)
  expect(pending).toMatchObject({ fresh: [], isPending: true })
  expect(freshConversations(pending.seen, [line(1, null)], 7)).toMatchObject({ isPending: false })
  expect(notified(line(1, 'pending'), line(1, null))).toEqual([false, true])
  expect(notified(line(1, 'pending'), line(1, 'answered'))).toEqual([false, false])
  expect(notified(line(1, null), line(2, 'pending'), line(2, null))).toEqual([true, false, true])
})
