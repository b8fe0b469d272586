import { sql } from 'kysely'
import type { FormLanguage } from '#contract/growth/optin-form.ts'
import type { App } from '#server/app.ts'
import {
  addressesOf,
  everyAddressOf,
  type InboundEvent,
  lockErasures,
  lockPeople,
  wasAskedSql,
} from '#server/features/leads/leads.ts'
import { leaveOutAsked, queueSingle } from '#server/features/messages/messages.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Details } from './form/fields.ts'
import { findForm, type PublicForm } from './form/forms.ts'
import { findQuestion } from './form/questions.ts'
import { addPerson, isOptedOut, optInWith, type ProofOf, writeProof } from './proof/proof.ts'

/** An answer later than this confirms nothing; before it nobody is asked again. */
const answerDays = 7

type Asked = {
  form: PublicForm
  language: FormLanguage
  version: number
  phone: string
  name: string
  details: Details
}

/**
 * Puts the question into the outbox, once for a person at a time, whichever forms they fill in. Inside a transaction.
 * @returns `unasked` where it cannot be sent now.
 */
export async function ask(tx: App, asked: Asked): Promise<'asked' | 'unasked'> {
  const { form, language, version, phone, name, details } = asked
  if (!form.confirm) return 'unasked'
  const { businessId } = form
  await sql`
    update optin_confirmations c set state = 'expired', settled_at = ${tx.now()}
    where business_id = ${businessId} and address = ${phone} and state = 'asked'
      and (expires_at < ${tx.now()} or not ${wasAskedSql(businessId)})`.execute(tx.db)
  const { rows: open } = await sql`select from optin_confirmations
    where business_id = ${businessId} and address = ${phone} and state = 'asked'`.execute(tx.db)
  if (open.length > 0) return await askToo(tx, asked)
  const question = await findQuestion(tx, businessId, form.confirm, language)
  if (!question) return 'unasked'
  const { template_name, language: of } = question
  try {
    await queueSingle(
      tx,
      businessId,
      { to: phone, template_name, language: of, parameters: [] },
      async (same, { id: messageId }) => {
        await leaveOutAsked(same, businessId, phone)
        await same.db
          .insertInto('optin_confirmations')
          .values({
            business_id: businessId,
            form_id: form.id,
            version,
            language,
            address: phone,
            name,
            details: JSON.stringify(details),
            message_id: messageId,
            button: question.button,
            state: 'asked',
            asked_at: tx.now(),
            expires_at: new Date(tx.now().getTime() + answerDays * 86_400_000),
          })
          .execute()
      },
    )
  } catch (error) {
    // No number is connected, or the template was paused: the form still has the answer.
    if (!(error instanceof AppError)) throw error
    tx.log.warn({ err: error, formId: form.id }, 'a person could not be asked to confirm an opt-in')
    return 'unasked'
  }
  return 'asked'
}

/** Another form has no question of its own: the one that is open asks for it, too. */
async function askToo(tx: App, { form, language, version, phone, name, details }: Asked): Promise<'asked'> {
  const further = JSON.stringify([{ form_id: form.id, version, language, name, details }])
  await sql`
    update optin_confirmations set further = further || ${further}::jsonb
    where business_id = ${form.businessId} and address = ${phone} and state = 'asked' and form_id <> ${form.id}
      and not further @> ${JSON.stringify([{ form_id: form.id }])}::jsonb`.execute(tx.db)
  return 'asked'
}

/** A form that a question asks for, as it was filled in. */
type OfForm = {
  form_id: number
  version: number
  language: FormLanguage
  name: string
  details: Details | null
}

type Confirmation = OfForm & {
  id: number
  /** The other forms that were filled in before the answer. */
  further: OfForm[]
  address: string
  button: string
  state: string
  expires_at: Date
}

/** The question of ours that this message answers by a button, answered before or not. */
export async function findConfirmation(app: App, event: InboundEvent): Promise<Confirmation | undefined> {
  if (event.kind !== 'button' || !event.replyTo) return undefined
  const everyone = await everyAddressOf(app.db, event.businessId, addressesOf(event))
  // An answer can come before the provider's id of a message that leaves: then it answers no other message of ours.
  const { rows } = await sql<Confirmation>`
    select c.id, c.form_id, c.version, c.language, c.address, c.name, c.details, c.further, c.button, c.state, c.expires_at
    from optin_confirmations c
    join messages m on m.business_id = c.business_id and m.id = c.message_id
    where c.business_id = ${event.businessId} and c.address = any(${everyone}::text[])
      and (m.wamid = ${event.replyTo} or (
        m.wamid is null and m.status in ('sending', 'unknown') and c.state = 'asked' and not exists (
          select from messages o where o.business_id = c.business_id and ${onNodeOf(event.businessId, 'o.business_id')}
            and o.wamid = ${event.replyTo})))
    order by c.id desc limit 1`.execute(app.db)
  return rows[0]
}

/** Records the consent of a person who pressed the button; any other button declines. */
export async function confirm(app: App, event: InboundEvent, asked: Confirmation): Promise<void> {
  const { businessId, at } = event
  const forms: (OfForm & { form: PublicForm })[] = []
  for (const one of [asked, ...asked.further]) {
    const form = await findForm(
      app,
      sql`f.business_id = ${businessId} and f.id = ${one.form_id}`,
      one.version,
    )
    if (form) forms.push({ ...one, form })
  }
  if (forms.length === 0) return
  await app.transaction(async (tx) => {
    await lockErasures(tx.db, businessId, 'share')
    await lockPeople(tx, businessId)
    const isYes = event.text === asked.button || event.payload === asked.button
    const isWithdrawn = await isOptedOut(tx, businessId, asked.address)
    const state =
      at > asked.expires_at ? 'expired' : isWithdrawn ? 'withdrawn' : isYes ? 'confirmed' : 'declined'
    const { rows } = await sql`
      update optin_confirmations set state = ${state}, settled_at = ${tx.now()}
      where business_id = ${businessId} and id = ${asked.id} and state = 'asked' returning id`.execute(tx.db)
    if (rows.length === 0 || !isYes || state === 'expired') return
    for (const [nr, { form, version, language, name, details }] of forms.entries()) {
      const pageId = `wamid ${event.wamid ?? asked.id}`
      const proof: ProofOf = {
        form,
        version,
        language,
        way: 'button',
        phone: asked.address,
        name,
        details,
        answers: { button: asked.button },
        wamid: event.wamid ?? null,
        pageId: nr === 0 ? pageId : `${pageId} ${form.id}`,
        at,
      }
      if (state === 'withdrawn') {
        await writeProof(tx, proof, { leadId: null, outcome: 'waiting' })
        continue
      }
      const leadId = await addPerson(tx, proof)
      await optInWith(tx, proof)
      await writeProof(tx, proof, { leadId, outcome: 'opted_in' })
    }
  })
}
