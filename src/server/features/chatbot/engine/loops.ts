import { createHash } from 'node:crypto'
import { limits } from '#contract/chatbot/chatbot.ts'
import type { Session } from './session.ts'

/** Messages of the bot without one of the person. */
const mostUnanswered = 20
/** Messages of the bot to one person in a day: a person who reads them asks for far fewer. */
const mostInDay = 150
const dayMs = 24 * 3_600_000
/** The same message, or the same few in turn, so often without anything else is a loop. */
const mostSame = 3
/** So many messages that take turns are seen to. */
const mostInTurn = 3
const remembered = mostSame * mostInTurn
/** The same message is meant again after this. */
const sameMs = 10 * 60_000

type Sent = {
  print: string
  /** It asks something: then it may be asked again as often as a question is. */
  asks: boolean
  /** A question that is asked again is meant. */
  again: boolean
}

/** Remembers a message that is about to be sent. @returns the guard that keeps it from being sent. */
export function guardSend(
  session: Session,
  now: Date,
  { print: text, asks, again }: Sent,
): 'too_many_messages' | 'automatic_sender' | 'same_message' | undefined {
  if (session.unanswered >= mostUnanswered) return 'too_many_messages'
  if (msSince(session.day_from, now) >= dayMs) {
    session.day_from = now.toISOString()
    session.day_count = 0
  }
  if (session.day_count >= mostInDay) return 'automatic_sender'
  if (!again) {
    const print = createHash('sha256').update(text).digest('base64url').slice(0, 16)
    const before = msSince(session.last_at, now) < sameMs ? session.recent : []
    if (isLoop([...before, print], asks)) return 'same_message'
    session.recent = [...before, print].slice(-remembered)
  }
  session.unanswered += 1
  session.day_count += 1
  session.last_at = now.toISOString()
  return undefined
}

/** The last message again and again, or some that take turns. */
function isLoop(prints: readonly string[], asks: boolean): boolean {
  for (let turns = 1; turns <= mostInTurn; turns++) {
    const times = turns === 1 && asks ? limits.repeats + 2 : mostSame
    const last = prints.slice(-turns * times)
    if (last.length === turns * times && last.every((one, at) => one === last[at % turns])) return true
  }
  return false
}

/** After a hand-over a person has seen what went round. */
export function forgetLoops(session: Session): void {
  session.quick = 0
  session.recent = []
  session.day_count = 0
}

const msSince = (then: string | null, now: Date): number =>
  then === null ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(then)
