import { type ReplyMeaning, readReply } from './read-reply.ts'
import { isButton, type Reply } from './reply-event.ts'

/** What a reply means for consent: its text, and of a button also its payload. */
export function meaningOf(reply: Reply): ReplyMeaning | undefined {
  const said = reply.text === null ? undefined : readOnce(reply.text)
  if (!isButton(reply)) return said
  const meant = reply.payload ? readOnce(reply.payload) : undefined
  if (said === 'stop' || meant === 'stop') return 'stop'
  // "Start" on a button may begin anything: the business chose the word, and not the person.
  return said === 'start' ? undefined : said
}

/** A text takes up to 2 ms to read, and each message's meaning is asked five times. */
const known = new Map<string, ReplyMeaning | undefined>()
const mostKnown = 4000
const longestKnown = 1000

function readOnce(text: string): ReplyMeaning | undefined {
  if (text.length > longestKnown) return readReply(text)
  if (known.has(text)) return known.get(text)
  const meaning = readReply(text)
  if (known.size >= mostKnown) known.delete(known.keys().next().value ?? '')
  known.set(text, meaning)
  return meaning
}
