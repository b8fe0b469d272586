import { sql } from 'kysely'
import { pickLanguage } from '#contract/messages/language.ts'
import type { App } from '#server/app.ts'
import { foldWords, type InboundEvent, lockErasures, lockPeople } from '#server/features/leads/leads.ts'
import { confirm, findConfirmation } from './confirmations.ts'
import { findForm, type PublicForm } from './form/forms.ts'
import { joinCodeIn } from './form/join-text.ts'
import { wordingOf } from './form/wording.ts'
import { addPerson, optInWith, type ProofOf, writeProof } from './proof.ts'

/** The messages that opt-in forms take as answers, so that nothing else reads consent from them. */
export async function optinsAmong(
  app: App,
  events: readonly InboundEvent[],
): Promise<ReadonlySet<InboundEvent>> {
  const taken = new Set<InboundEvent>()
  for (const [businessId, theirs] of Map.groupBy(events, (event) => event.businessId)) {
    const texts = theirs.flatMap(wordsOf)
    const { rows } = await sql<{ join_code: string; keyword: string | null }>`
      select join_code, keyword from optin_forms where business_id = ${businessId} and is_open
        and (join_code = any(${texts.map(({ code }) => code)}::text[])
          or keyword = any(${texts.map(({ keyword }) => keyword)}::text[]))`.execute(app.db)
    const known = new Set(
      rows.flatMap(({ join_code, keyword }) => [
        `code ${join_code}`,
        ...(keyword ? [`word ${keyword}`] : []),
      ]),
    )
    for (const event of theirs) {
      const isJoin = wordsOf(event).some(
        ({ code, keyword }) => known.has(`code ${code}`) || known.has(`word ${keyword}`),
      )
      if (isJoin || (await findConfirmation(app, event))) taken.add(event)
    }
  }
  return taken
}

const wordsOf = ({ kind, text }: InboundEvent): { code: string | null; keyword: string }[] =>
  kind === 'text' && text ? [{ code: joinCodeIn(text) ?? null, keyword: foldWords(text) }] : []

/** Records the opt-ins in such messages. Taking the same messages again changes nothing. */
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
async function formAskedFor(app: App, event: InboundEvent): Promise<PublicForm | undefined> {
  const [words] = wordsOf(event)
  if (!words) return undefined
  return await findForm(
    app,
    sql`f.business_id = ${event.businessId} and f.is_open
      and (f.join_code = ${words.code}::text or f.keyword = ${words.keyword})`,
  )
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
    await lockErasures(tx.db, businessId, 'share')
    await lockPeople(tx, businessId)
    const { rows } = await sql`select from optin_proofs where business_id = ${businessId}
      and page_id = ${proof.pageId} and address = ${phone}`.execute(tx.db)
    if (rows.length > 0) return
    const leadId = await addPerson(tx, proof)
    await optInWith(tx, proof)
    await writeProof(tx, proof, { leadId, outcome: 'opted_in' })
  })
}
