import { sql } from 'kysely'
import { z } from 'zod'
import type { App } from '#server/app.ts'
import { isOfBusiness } from '#server/platform/by-whole-key.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { phoneVariants } from '../phone/phone.ts'
import { type JournaledQuestion, journalHold } from './journaled.ts'
import { answerPayload, type QuestionAbout, type QuestionAnswer, questionText } from './question-texts.ts'

const Id = z.number().int().positive()

/** Sends a question that was written down. */
export const consentQuestionJob = defineJob(
  'leads.consent-question',
  z.object({ business_id: Id, question_id: Id }),
  { queue: { retryLimit: 5, retryDelay: 5, retryBackoff: true } },
)

/** On the suppression list: marketing is held until the person answers. */
export const heldReason = 'consent_question'

/** Whether marketing to a lead waits for an answer, and nothing else keeps it back; for queries over a few `leads`. */
export const held = (
  businessId: number,
) => sql<boolean>`coalesce((select bool_and(suppressions.reason = ${sql.lit(heldReason)})
  from suppressions where suppressions.business_id = ${businessId}
    and suppressions.address in (leads.phone, leads.bsuid)), false)`

/** After "keep" another doubtful word is most likely none either. */
const quietHours = 24
/** WhatsApp takes free-form messages for 24 hours after somebody wrote; an hour is left for the queue. */
const windowHours = 23

type NewQuestion = {
  leadId: number | null
  addresses: readonly string[]
  about: QuestionAbout
  reply: string
  language: string
  phoneNumberId: string | null
  at: Date
}

/** Asks a person what they meant, once, and holds marketing to them until they answer. */
export async function askBack(tx: App, businessId: number, question: NewQuestion): Promise<void> {
  const [address] = question.addresses
  if (address === undefined) return
  const variants = question.addresses.flatMap(phoneVariants)
  const { rows } = await sql<{ id: number }>`
    insert into consent_questions (business_id, lead_id, address, about, reply, language, phone_number_id, state, said_at)
    select ${businessId}, ${question.leadId}::bigint, ${address}, ${question.about}, ${question.reply},
      ${question.language}, ${question.phoneNumberId}::text, 'waiting', ${question.at}::timestamptz
    where not exists (
      select from consent_questions q where q.business_id = ${businessId} and q.address = any(${variants}::text[])
        and (q.state in ('waiting', 'asked', 'unsent') or (q.state = 'answered' and q.answer = 'keep'
          and q.answered_at > ${question.at}::timestamptz - make_interval(hours => ${quietHours}))))
    on conflict do nothing
    returning id`.execute(tx.db)
  const id = rows[0]?.id
  if (id === undefined) return
  if (question.about === 'stop') {
    const { reply, language, phoneNumberId, at } = question
    const asked = { id, address, reply, language, phoneNumberId, saidAt: at.toISOString() }
    await hold(tx, businessId, variants, question, asked)
  }
  await tx.enqueue(consentQuestionJob, { business_id: businessId, question_id: id })
}

/**
 * Holds marketing to these addresses; an opt-out that they have stays.
 * @param question what they were asked; absent where the hold comes from another address of theirs.
 * @returns how many addresses were not held or suppressed before.
 */
export async function hold(
  tx: App,
  businessId: number,
  addresses: readonly string[],
  { reply, at }: Pick<NewQuestion, 'reply' | 'at'>,
  question?: JournaledQuestion,
): Promise<number> {
  const all = [...new Set(addresses)].sort()
  await journalHold(tx, businessId, {
    consent: 'held',
    addresses: all,
    details: reply,
    ...(question && { question }),
    at: at.toISOString(),
  })
  const { rows } = await sql`
    insert into suppressions (business_id, address, reason, details, at)
    select ${businessId}, address, ${heldReason}, ${reply}, ${at}::timestamptz
    from unnest(${all}::text[]) as address
    on conflict do nothing returning 1`.execute(tx.db)
  return rows.length
}

/** Ends the hold of a question; an opt-out stays. */
async function release(tx: App, businessId: number, addresses: readonly string[]): Promise<void> {
  await tx.db
    .deleteFrom('suppressions')
    .where('business_id', '=', businessId)
    .where('address', 'in', [...addresses])
    .where('reason', '=', heldReason)
    .execute()
}

export type OpenQuestion = { id: number; about: QuestionAbout; language: string }

/** The question that waits for this person's answer. */
export async function findOpenQuestion(
  tx: App,
  businessId: number,
  addresses: readonly string[],
): Promise<OpenQuestion | undefined> {
  const row = await tx.db
    .selectFrom('consent_questions')
    .select(['id', 'about', 'language'])
    .where('business_id', '=', businessId)
    .where('address', 'in', addresses.flatMap(phoneVariants))
    .where('state', 'in', ['waiting', 'asked', 'unsent'])
    .executeTakeFirst()
  return row && { ...row, about: row.about as QuestionAbout }
}

/** Which of these addresses a question waits for. */
export async function openlyAsked(
  tx: App,
  businessId: number,
  addresses: readonly string[],
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const { rows } = await sql<{ address: string }>`
    select address from consent_questions
    where ${isOfBusiness(businessId)}
      and address = any(${[...new Set(addresses.flatMap(phoneVariants))]}::text[])
      and state in ('waiting', 'asked', 'unsent')`.execute(tx.db)
  return new Set(rows.map(({ address }) => address))
}

/** Notes an answer and ends the hold. @returns false where the question is not open any more. */
export async function settleQuestion(
  tx: App,
  businessId: number,
  id: number,
  { answer, addresses, at }: { answer: QuestionAnswer | null; addresses: readonly string[]; at: Date },
): Promise<boolean> {
  const settled = await tx.db
    .updateTable('consent_questions')
    .set({ state: answer === null ? 'closed' : 'answered', answer, answered_at: at })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'asked', 'unsent'])
    .returning(['address', 'about', 'reply', 'language', 'phone_number_id', 'said_at'])
    .executeTakeFirst()
  if (!settled) return false
  const { address, about, reply, language, phone_number_id: phoneNumberId, said_at } = settled
  const all = [...new Set([address, ...addresses].flatMap(phoneVariants))]
  // An opt-out and an opt-in that follow an answer are kept by themselves.
  if (about === 'stop' && answer !== 'stop') {
    const question = { id, address, reply, language, phoneNumberId, saidAt: said_at.toISOString() }
    await journalHold(tx, businessId, { consent: 'kept', addresses: all, question, at: at.toISOString() })
  }
  await release(tx, businessId, all)
  return true
}

/** Closes what is still asked of people whose consent is known by now. */
export async function closeQuestions(
  tx: App,
  businessId: number,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return
  await tx.db
    .updateTable('consent_questions')
    .set({ state: 'closed', answered_at: tx.now() })
    .where('business_id', '=', businessId)
    .where('address', 'in', addresses.flatMap(phoneVariants))
    .where('state', 'in', ['waiting', 'asked', 'unsent'])
    .execute()
}

type QuestionToSend = {
  to: string
  leadId: number | null
  phoneNumberId: string | null
  /** When they said what is asked about. */
  saidAt: Date
  language: string
  body: string
  buttons: { id: string; title: string }[]
}

/** Takes a question that is to be sent, once. @returns undefined where it is not to be sent any more. */
export async function takeQuestion(
  tx: App,
  businessId: number,
  id: number,
  business: string,
): Promise<QuestionToSend | undefined> {
  const oldest = new Date(tx.now().getTime() - windowHours * 3_600_000)
  const row = await tx.db
    .updateTable('consent_questions')
    .set({
      state: sql<string>`case when said_at < ${oldest} then 'unsent' else 'asked' end`,
      asked_at: tx.now(),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['state', 'address', 'lead_id', 'about', 'language', 'phone_number_id', 'said_at'])
    .executeTakeFirst()
  if (row?.state !== 'asked') return undefined
  const { body, stop, keep } = questionText(row.about as QuestionAbout, row.language, business)
  return {
    to: row.address,
    leadId: row.lead_id,
    phoneNumberId: row.phone_number_id,
    saidAt: row.said_at,
    language: row.language,
    body,
    buttons: [
      { id: answerPayload(id, 'stop'), title: stop },
      { id: answerPayload(id, 'keep'), title: keep },
    ],
  }
}
