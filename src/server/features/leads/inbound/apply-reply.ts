import type { App } from '#server/app.ts'
import { optIn, optOut } from '../consent/consent.ts'
import { type QuestionAnswer, readAnswerPayload, typedAnswer } from '../consent/question-texts.ts'
import {
  askBack,
  findOpenQuestion,
  heldReason,
  type OpenQuestion,
  settleQuestion,
} from '../consent/questions.ts'
import { languageOfReply, meaningOf } from '../consent/replies/meaning.ts'
import { isButton, type Reply } from '../consent/replies/reply-event.ts'
import { addressesOf } from '../people/addresses.ts'
import { phoneVariants } from '../phone/phone.ts'
import type { Kept } from './keep-reply.ts'

/**
 * Acts on what a reply says about consent: an opt-out holds at once; what is doubtful is asked back; and only words
 * that can mean nothing else lift an opt-out.
 * @param kept of a reply that was recorded before nothing is asked twice.
 * @param everyone all addresses of the person.
 */
export async function applyReply(
  tx: App,
  businessId: number,
  reply: Reply,
  { everyone, ...kept }: Kept & { everyone: string[] },
): Promise<void> {
  const addresses = addressesOf(reply)
  const { leadId, isNew, messageId } = kept
  if (addresses.length === 0) return
  // A question and its hold are about the person, by whatever address they answer.
  const open = await findOpenQuestion(tx, businessId, everyone)
  const answer = answerOf(reply, open)
  const words = reply.text ?? reply.payload ?? ''
  const reason = { source: 'reply', details: words, at: reply.at, messageId }
  if (open && answer !== undefined)
    return await settle(tx, businessId, reply, { open, answer, addresses, everyone, messageId })
  const meaning = await meaningOf(reply)
  if (meaning === undefined || (reply.isOptin && meaning !== 'stop')) return
  if (open?.about === 'stop' && (meaning === 'start' || meaning === 'subscribe') && !isButton(reply)) {
    return await settle(tx, businessId, reply, { open, answer: 'keep', addresses, everyone, messageId })
  }
  if (meaning === 'stop') {
    await optOut(tx, businessId, addresses, reason)
    return
  }
  const state = await consentOf(tx, businessId, addresses)
  if (meaning === 'subscribe' && !(isButton(reply) && state === 'opted_out')) {
    await optIn(tx, businessId, addresses, reason)
    return
  }
  const about = meaning === 'doubtful' ? 'stop' : 'start'
  // "Start" in the middle of a flow answers the flow's question.
  if (about === 'start' && reply.isAnswer) return
  if (!isNew || state === (about === 'stop' ? 'opted_out' : 'opted_in')) return
  await askBack(tx, businessId, {
    leadId,
    addresses: everyone,
    about,
    reply: words,
    language: await languageOfReply(words),
    phoneNumberId: reply.phoneNumberId ?? null,
    at: reply.at,
  })
}

/** The answer to the question that waits: by its button, or by typing what the button says. */
function answerOf({ text, payload }: Reply, open: OpenQuestion | undefined): QuestionAnswer | undefined {
  if (!open) return undefined
  const pressed = payload ? readAnswerPayload(payload) : undefined
  if (pressed) return pressed.questionId === open.id ? pressed.answer : undefined
  return text === null ? undefined : typedAnswer(open.about, open.language, text)
}

type Settlement = {
  open: OpenQuestion
  answer: QuestionAnswer
  addresses: string[]
  everyone: string[]
  messageId: number | null
}

async function settle(
  tx: App,
  businessId: number,
  { text, at }: Reply,
  { open, answer, addresses, everyone, messageId }: Settlement,
): Promise<void> {
  if (!(await settleQuestion(tx, businessId, open.id, { answer, addresses: everyone, at }))) return
  const reason = { source: 'reply', details: text, at, messageId }
  if (answer === 'stop') {
    // "No, thanks" to messages again changes nothing for somebody who opted out before.
    await optOut(tx, businessId, addresses, reason)
  } else if (open.about === 'start') {
    await optIn(tx, businessId, addresses, reason)
  }
}

/** What is known of a person: an opt-out by whatever address outweighs all; a hold is none. */
async function consentOf(
  tx: App,
  businessId: number,
  addresses: readonly string[],
): Promise<'opted_in' | 'opted_out' | 'none'> {
  const variants = addresses.flatMap(phoneVariants)
  const suppressed = await tx.db
    .selectFrom('suppressions')
    .select('address')
    .where('business_id', '=', businessId)
    .where('address', 'in', variants)
    .where('reason', '!=', heldReason)
    .executeTakeFirst()
  if (suppressed) return 'opted_out'
  const leads = await tx.db
    .selectFrom('leads')
    .select('consent')
    .where('business_id', '=', businessId)
    .where((lead) => lead.or([lead('phone', 'in', variants), lead('bsuid', 'in', variants)]))
    .execute()
  const states = leads.map(({ consent }) => consent)
  if (states.includes('opted_out')) return 'opted_out'
  return states.includes('opted_in') ? 'opted_in' : 'none'
}
