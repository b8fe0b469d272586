import type { Conversation } from '#contract/conversations.ts'

/** What was last seen of each unread conversation, by its id. */
export type Seen = ReadonlyMap<number, Pick<Conversation, 'unread' | 'bot'>>

/**
 * Which unread conversations a member is notified of: somebody wrote to the team, or the chatbot handed over. What the
 * chatbot answers notifies nobody.
 * @returns `seen` to compare with the next time; `isPending` where the chatbot has not decided yet: ask again soon.
 */
export function freshConversations(
  before: Seen,
  unread: readonly Conversation[],
  memberId: number | undefined,
): { fresh: Conversation[]; seen: Seen; isPending: boolean } {
  const seen = new Map<number, Pick<Conversation, 'unread' | 'bot'>>()
  const fresh: Conversation[] = []
  for (const one of unread) {
    const was = before.get(one.id) ?? { unread: 0, bot: null }
    seen.set(one.id, one.bot === 'pending' ? was : { unread: one.unread, bot: one.bot })
    const isTheirs = one.assigned_to === null || one.assigned_to === memberId
    if (one.bot === null && isTheirs && (one.unread > was.unread || was.bot !== null)) fresh.push(one)
  }
  return { fresh, seen, isPending: unread.some(({ bot }) => bot === 'pending') }
}
