import { sql } from 'kysely'
import type { FormLanguage } from '#contract/growth/optin-form.ts'
import type { OptinProof } from '#contract/growth/optin-proofs.ts'
import type { App } from '#server/app.ts'
import { addLeads, everyAddressOf, optIn, ownSpellings, readPhone } from '#server/features/leads/leads.ts'
import type { Details } from '../form/fields.ts'
import type { PublicForm } from '../form/forms.ts'
import { hashOfWording, wordingOf } from '../form/wording.ts'

/** What is kept of an opt-in. */
export type ProofOf = {
  form: PublicForm
  /** Of the form, as the person saw it; null: not known. */
  version: number | null
  language: FormLanguage | null
  way: OptinProof['way']
  /** E.164; the user id of a person who hides their number. */
  phone: string
  /** All that the message named them by; the phone alone where it is left out. */
  addresses?: readonly string[]
  name: string
  answers: Record<string, string>
  /** For the lead. */
  details?: Details | null
  /** Of the page or message: the same one twice is one proof. */
  pageId: string
  network?: string | null
  userAgent?: string | null
  /** The origin of the page that showed the form. */
  site?: string | null
  wamid?: string | null
  /** When the person agreed; now, if absent. */
  at?: Date
}

const longestAgent = 300

/** Whether the person wants no messages, at whatever address of theirs, or is being asked about it. */
export async function isOptedOut(tx: App, businessId: number, phone: string): Promise<boolean> {
  const addresses = await everyAddressOf(tx.db, businessId, [phone])
  const { rows } = await sql`
    select from suppressions where business_id = ${businessId} and address = any(${addresses}::text[])
    union all
    select from leads where business_id = ${businessId} and consent = 'opted_out'
      and (phone = any(${addresses}::text[]) or bsuid = any(${addresses}::text[]))`.execute(tx.db)
  return rows.length > 0
}

/** What is known of the person stays: anybody can type any number. */
export async function addPerson(tx: App, { form, phone, name, details }: ProofOf): Promise<number | null> {
  const reading = readPhone(phone, form.country)
  const read = 'phone' in reading ? reading.phone : phone
  const own = await ownSpellings(tx.db, form.businessId, [read])
  const known = await tx.db
    .selectFrom('leads')
    .select(['name', 'email', 'attributes'])
    .where('business_id', '=', form.businessId)
    .where('phone', '=', own.get(read) ?? read)
    .executeTakeFirst()
  const attributes = Object.entries(details?.attributes ?? {}).filter(
    ([field]) => !(known?.attributes as Record<string, string> | undefined)?.[field],
  )
  const person = {
    name: known?.name ? '' : name,
    phone,
    email: known?.email ? null : details?.email,
    attributes: Object.fromEntries(attributes),
    tags: form.tag ? [form.tag] : [],
  }
  const added = await addLeads(tx, form.businessId, [person], {
    country: form.country,
    source: 'form',
    userId: null,
  })
  return added.ids[0] ?? null
}

/** The text that the person agreed to is the reason; where it is not known, what they wrote. */
export async function optInWith(tx: App, proof: ProofOf): Promise<void> {
  const { form, language, answers, phone, addresses = [phone], at } = proof
  const details = language === null ? answers.message : wordingOf(form.content, language).consent
  await optIn(tx, form.businessId, addresses, { source: 'form', details: details ?? null, ...(at && { at }) })
}

export async function writeProof(
  tx: App,
  proof: ProofOf,
  { leadId, outcome }: { leadId: number | null; outcome: OptinProof['outcome'] },
): Promise<void> {
  const { form, version, language, way, phone, answers, pageId } = proof
  await tx.db
    .insertInto('optin_proofs')
    .values({
      business_id: form.businessId,
      form_id: form.id,
      version,
      language,
      way,
      outcome,
      lead_id: leadId,
      address: phone,
      wording_sha256: language === null ? null : hashOfWording(form.content, language),
      answers: JSON.stringify(answers),
      network: proof.network ?? null,
      user_agent: proof.userAgent?.slice(0, longestAgent) ?? null,
      site: proof.site ?? null,
      wamid: proof.wamid ?? null,
      page_id: pageId,
      at: proof.at ?? tx.now(),
    })
    .onConflict((conflict) => conflict.constraint('optin_proofs_page_key').doNothing())
    .execute()
}
