import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { erasedWithoutLead } from '../people/write-again.ts'
import { phoneVariants } from '../phone/phone.ts'
import type { JournaledHold, JournaledKeep, JournaledQuestion } from './journaled.ts'
import { consentQuestionJob, heldReason, hold } from './questions.ts'

/**
 * Holds marketing once more and asks once more, where the database lost both. The question keeps its id, by which the
 * buttons of one that was sent are known; a question that was sent is not sent again (see `lost_claims`).
 * @returns whether marketing is held to an address that it was not held to in the database.
 */
export async function restoreHold(
  tx: App,
  businessId: number,
  { addresses, details, question, at }: JournaledHold,
): Promise<boolean> {
  if (question && (await isKnown(tx, businessId, question))) return false
  const waiting = await withoutConsent(tx, businessId, addresses, at)
  if (waiting.length === 0) return false
  if (question) {
    const id = await putBack(tx, businessId, question)
    if (id !== undefined) await tx.enqueue(consentQuestionJob, { business_id: businessId, question_id: id })
  }
  return (await hold(tx, businessId, waiting, { reply: details, at: new Date(at) }, question)) > 0
}

/** Ends a hold once more. Its question stays, so that the line of the hold does nothing where it is read later. */
export async function restoreKeep(
  tx: App,
  businessId: number,
  { addresses, question, at }: JournaledKeep,
): Promise<void> {
  await sql`
    update consent_questions set state = 'answered', answer = 'keep', answered_at = ${at}::timestamptz
    where ${isSame(businessId, question)} and state in ('waiting', 'asked', 'unsent')`.execute(tx.db)
  if (!(await isKnown(tx, businessId, question))) await putBack(tx, businessId, question, at)
  await tx.db
    .deleteFrom('suppressions')
    .where('business_id', '=', businessId)
    .where('address', 'in', [...addresses])
    .where('reason', '=', heldReason)
    .where('at', '<=', new Date(at))
    .execute()
}

const isSame = (businessId: number, { address, saidAt }: JournaledQuestion) => sql`
  business_id = ${businessId} and address = any(${phoneVariants(address)}::text[])
  and said_at = ${saidAt}::timestamptz`

async function isKnown(tx: App, businessId: number, question: JournaledQuestion): Promise<boolean> {
  const { rows } =
    await sql`select from consent_questions where ${isSame(businessId, question)} limit 1`.execute(tx.db)
  return rows.length > 0
}

/**
 * Writes a question down again, under another id where its own was given out a second time.
 * @param answeredAt ISO 8601; absent where it waits.
 * @returns its id; undefined where the person is asked already, or was erased.
 */
async function putBack(
  tx: App,
  businessId: number,
  { id, address, reply, language, phoneNumberId, saidAt }: JournaledQuestion,
  answeredAt: string | null = null,
): Promise<number | undefined> {
  const variants = phoneVariants(address)
  if ((await erasedWithoutLead(tx, businessId, variants)).size > 0) return undefined
  const { rows } = await sql<{ id: number }>`
    insert into consent_questions (business_id, id, lead_id, address, about, reply, language, phone_number_id, state,
      answer, said_at, answered_at)
    overriding system value
    select ${businessId}, case when exists (select from consent_questions q where q.business_id = ${businessId} and q.id = ${id})
        then nextval(pg_get_serial_sequence('consent_questions', 'id')) else ${id} end,
      (select l.id from leads l where l.business_id = ${businessId}
        and (l.phone = any(${variants}::text[]) or l.bsuid = any(${variants}::text[])) order by l.id limit 1),
      ${address}, 'stop', ${reply}, ${language}, ${phoneNumberId}::text,
      case when ${answeredAt}::text is null then 'waiting' else 'answered' end,
      case when ${answeredAt}::text is not null then 'keep' end, ${saidAt}::timestamptz, ${answeredAt}::timestamptz
    on conflict do nothing
    returning id`.execute(tx.db)
  return rows[0]?.id
}

/** Those of a person's addresses that wait for an answer: none where the person opted out, or was erased. */
async function withoutConsent(
  tx: App,
  businessId: number,
  addresses: readonly string[],
  at: string,
): Promise<string[]> {
  const { rows } = await sql<{ address: string; is_out: boolean; is_in: boolean }>`
    select address,
      exists (select from suppressions s where s.business_id = ${businessId} and s.address = a.address
        and s.reason <> ${heldReason})
      or exists (select from leads l where l.business_id = ${businessId} and (l.phone = a.address or l.bsuid = a.address)
        and l.consent = 'opted_out') as is_out,
      exists (select from leads l where l.business_id = ${businessId} and (l.phone = a.address or l.bsuid = a.address)
        and l.consent = 'opted_in' and l.consent_at > ${at}::timestamptz) as is_in
    from unnest(${[...addresses]}::text[]) as a (address)`.execute(tx.db)
  if (rows.some(({ is_out }) => is_out)) return []
  const erased = await erasedWithoutLead(tx, businessId, addresses)
  return rows.flatMap(({ address, is_in }) => (is_in || erased.has(address) ? [] : [address]))
}
