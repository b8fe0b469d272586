import { sql } from 'kysely'
import { pickLanguage } from '#contract/messages/language.ts'
import type { App } from '#server/app.ts'
import { foldWords, type InboundEvent, lockPeople } from '#server/features/leads/leads.ts'
import { confirm, findConfirmation } from './confirmations.ts'
import { findForm, type PublicForm } from './forms.ts'
import { joinCodeIn } from './join-text.ts'
import { addPerson, optInWith, type ProofOf, writeProof } from './proof.ts'
import { wordingOf } from './wording.ts'

/** Whether opt-in forms take this message as an answer, so that nothing else reads consent from it. */
export async function answersOptin(app: App, event: InboundEvent): Promise<boolean> {
  return (await findConfirmation(app, event)) !== undefined || (await formAskedFor(app, event)) !== undefined
}

/** Records the opt-ins in what people wrote and pressed. Taking the same messages again changes nothing. */
export async function takeOptins(app: App, events: readonly InboundEvent[]): Promise<void> {
  for (const event of events) {
    const asked = await findConfirmation(app, event)
    if (asked) {
      await confirm(app, event, asked)
      continue
    }
    const form = await formAskedFor(app, event)
    if (form) await join(app, event, form)
  }
}

/** The open form whose code or keyword somebody wrote. */
async function formAskedFor(app: App, { businessId, kind, text }: InboundEvent) {
  if (kind !== 'text' || !text) return undefined
  const code = joinCodeIn(text)
  const keyword = foldWords(text)
  const form = await findForm(
    app,
    sql`f.business_id = ${businessId} and f.is_open
      and (f.join_code = ${code ?? null}::text or f.keyword = ${keyword})`,
  )
  return form
}

/** Sending the message is the opt-in: nobody else can send it from this phone. */
async function join(app: App, event: InboundEvent, form: PublicForm): Promise<void> {
  const { businessId, phone, wamid, at, name, text } = event
  // A person who hides their number cannot be a lead of a form; the conversation has what they wrote.
  if (!phone || !wamid) return
  const { language } = wordingOf(form.content, pickLanguage([]))
  const proof: ProofOf = {
    form,
    version: form.version,
    language,
    way: 'message',
    phone,
    name: name ?? '',
    answers: { message: text ?? '' },
    pageId: `wamid ${wamid}`,
    wamid,
    at,
  }
  await app.transaction(async (tx) => {
    await lockPeople(tx, businessId)
    const { rows } = await sql`select from optin_proofs where business_id = ${businessId}
      and page_id = ${proof.pageId} and address = ${phone}`.execute(tx.db)
    if (rows.length > 0) return
    const leadId = await addPerson(tx, proof)
    await optInWith(tx, proof)
    await writeProof(tx, proof, { leadId, outcome: 'opted_in' })
  })
}
