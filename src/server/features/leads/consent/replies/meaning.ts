import type { ReplyMeaning } from './read-reply.ts'
import { isButton, type Reply } from './reply-event.ts'

/** To compile the rules of all languages takes a fifth of a start, so they wait for the first reply. */
let rules: Promise<typeof import('./read-reply.ts')> | undefined
function openRules() {
  rules ??= import('./read-reply.ts')
  return rules
}

/** Loads the rules and compiles those that are asked most, so that the first reply after a start need not wait. */
export async function prepareReplies(): Promise<void> {
  for (const text of common) await readOnce(text)
}
const common = [
  'stop sending me messages',
  'no quiero mas mensajes',
  'não quero mais mensagens',
  'message mat bhejo',
]

/** The language whose words a doubtful reply has, for the question back. */
export async function languageOfReply(text: string): Promise<string> {
  return (await openRules()).languageOfReply(text)
}

/** What a reply means for consent: its text, and of a button also its payload. */
export async function meaningOf(reply: Reply): Promise<ReplyMeaning | undefined> {
  const said = reply.text === null ? undefined : await readOnce(reply.text)
  if (!isButton(reply)) return said
  const meant = reply.payload ? await readOnce(reply.payload) : undefined
  if (said === 'stop' || meant === 'stop') return 'stop'
  // "Start" on a button may begin anything: the business chose the word, and not the person.
  return said === 'start' ? undefined : said
}

/** A text takes up to 2 ms to read, and each message's meaning is asked five times. */
const known = new Map<string, ReplyMeaning | undefined>()
const mostKnown = 4000
const longestKnown = 1000

async function readOnce(text: string): Promise<ReplyMeaning | undefined> {
  if (known.has(text)) return known.get(text)
  const { readReply } = await openRules()
  if (text.length > longestKnown) return readReply(text)
  const meaning = readReply(text)
  if (known.size >= mostKnown) known.delete(known.keys().next().value ?? '')
  known.set(text, meaning)
  return meaning
}
