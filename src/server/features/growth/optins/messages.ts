import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import {
  addressesOf,
  foldWords,
  type InboundEvent,
  leadOfHidden,
  lockErasures,
  lockPeople,
  tagLeads,
} from '#server/features/leads/leads.ts'
import { confirm, findConfirmation } from './confirmations.ts'
import { type Asked, findAsked, type Shown } from './form/codes.ts'
import { findForm, type PublicForm } from './form/forms.ts'
import { asksToJoin, codesIn } from './form/join-text.ts'
import { addPerson, optInWith, type ProofOf, writeProof } from './proof/proof.ts'
import { welcome } from './welcome.ts'

/** The messages that opt-in forms take as answers, so that nothing else reads consent from them. */
export async function optinsAmong(
  app: App,
  events: readonly InboundEvent[],
): Promise<ReadonlySet<InboundEvent>> {
  const taken = new Set<InboundEvent>()
  for (const [businessId, theirs] of Map.groupBy(events, (event) => event.businessId)) {
    const asked = await findAsked(app, businessId, wordsOf(theirs))
    for (const event of theirs)
      if ((await askedBy(event, asked)) || (await findConfirmation(app, event))) taken.add(event)
  }
  return taken
}

const textOf = ({ kind, text }: InboundEvent): string => (kind === 'text' && text ? text : '')

const wordsOf = (events: readonly InboundEvent[]): { codes: string[]; keywords: string[] } => {
  const texts = events.map(textOf).filter((text) => text !== '')
  return { codes: texts.flatMap(codesIn), keywords: texts.map(foldWords) }
}

/** What a message asks for, of what was found for it and others. */
async function askedBy(event: InboundEvent, found: readonly Asked[]): Promise<Asked | undefined> {
  const text = textOf(event)
  if (text === '') return undefined
  for (const code of codesIn(text)) {
    const asked = found.find((one) => one.code === code)
    if (asked && (await asksToJoin(text, code, asked.name))) return asked
  }
  const keyword = foldWords(text)
  return found.find((one) => one.keyword === keyword)
}

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

type Found = { form: PublicForm; shown: Shown }

/** The open form whose code or keyword somebody wrote, as it was where they saw it. */
async function formAskedFor(app: App, event: InboundEvent): Promise<Found | undefined> {
  const { businessId } = event
  const asked = await askedBy(event, await findAsked(app, businessId, wordsOf([event])))
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
async function join(app: App, event: InboundEvent, { form, shown }: Found): Promise<void> {
  const { businessId, wamid, at, name, text } = event
  const addresses = addressesOf(event)
  const [address] = addresses
  if (address === undefined || !wamid) return
  const proof: ProofOf = {
    form,
    ...shown,
    way: 'message',
    phone: address,
    addresses,
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
      and page_id = ${proof.pageId} and address = ${address}`.execute(tx.db)
    if (rows.length > 0) return
    const leadId = event.phone ? await addPerson(tx, proof) : await addHidden(tx, event, form)
    await optInWith(tx, proof)
    await writeProof(tx, proof, { leadId, outcome: 'opted_in' })
    await welcome(tx, proof, event, leadId)
  })
}

/** The lead of somebody who hides their number. */
async function addHidden(
  tx: App,
  { businessId, bsuid, parentBsuid = null, at, ...event }: InboundEvent,
  { tag }: PublicForm,
): Promise<number | null> {
  const { name, username = null } = event
  const leadId = await leadOfHidden(tx, businessId, { phone: null, bsuid, parentBsuid, name, username, at })
  if (leadId !== null && tag) await tagLeads(tx, businessId, [leadId], tag)
  return leadId
}
