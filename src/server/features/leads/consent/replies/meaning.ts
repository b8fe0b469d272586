import { type ReplyMeaning, readReply } from './read-reply.ts'
import { isButton, type Reply } from './reply-event.ts'

/** What a reply means for consent: its text, and of a button also its payload. */
export function meaningOf(reply: Reply): ReplyMeaning | undefined {
  const said = reply.text === null ? undefined : readReply(reply.text)
  if (!isButton(reply)) return said
  const meant = reply.payload ? readReply(reply.payload) : undefined
  if (said === 'stop' || meant === 'stop') return 'stop'
  // "Start" on a button may begin anything: the business chose the word, and not the person.
  return said === 'start' ? undefined : said
}
