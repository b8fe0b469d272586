import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { foldWords, type InboundEvent, lockErasures, lockPeople } from '#server/features/leads/leads.ts'
import { confirm, findConfirmation } from './confirmations.ts'
import { findAsked, type Shown } from './form/codes.ts'
import { findForm, type PublicForm } from './form/forms.ts'
import { joinCodeIn } from './form/join-text.ts'
import { addPerson, optInWith, type ProofOf, writeProof } from './proof/proof.ts'
import { welcome } from './welcome.ts'

/** The messages that opt-in forms take as answers, so that nothing else reads consent from them. */
export async function optinsAmong(
  app: App,
  events: readonly InboundEvent[],
): Promise<ReadonlySet<InboundEvent>> {
  const taken = new Set<InboundEvent>()
  for (const [businessId, theirs] of Map.groupBy(events, (event) => event.businessId)) {
    const texts = theirs.flatMap(wordsOf)
    const asked = await findAsked(app, businessId, {
      codes: texts.flatMap(({ code }) => code ?? []),
      keywords: texts.map(({ keyword }) => keyword),
    })
    const codes = new Set(asked.map(({ code }) => code))
    const keywords = new Set(asked.map(({ keyword }) => keyword))
    for (const event of theirs) {
      const isJoin = wordsOf(event).some(
        ({ code, keyword }) => (code !== null && codes.has(code)) || keywords.has(keyword),
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
    const found = await formAskedFor(app, event)
    if (found) await join(app, event, found)
  }
}

type Asked = { form: PublicForm; shown: Shown }

/** The open form whose code or keyword somebody wrote, as it was where they saw it. */
async function formAskedFor(app: App, { businessId, ...event }: InboundEvent): Promise<Asked | undefined> {
  const [words] = wordsOf({ businessId, ...event })
  if (!words) return undefined
  const [asked] = await findAsked(app, businessId, {
    codes: words.code ? [words.code] : [],
    keywords: [words.keyword],
  })
  if (!asked) return undefined
  const { formId, version, language } = asked
  const form = await findForm(
    app,
    sql`f.business_id = ${businessId} and f.id = ${formId}`,
    version ?? undefined,
  )
  return form && { form, shown: { version, language } }
}

/** Sending the message is the opt-in: nobody else can send it from this phone. */
async function join(app: App, event: InboundEvent, { form, shown }: Asked): Promise<void> {
  const { businessId, phone, wamid, at, name, text } = event
  // A person who hides their number cannot be a lead of a form; the conversation has what they wrote.
  if (!phone || !wamid) return
  const proof: ProofOf = {
    form,
    ...shown,
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
    await welcome(tx, proof, event, leadId)
  })
}
