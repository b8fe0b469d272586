import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import {
  addLeads,
  erasedAmong,
  everyAddressOf,
  lockErasures,
  lockPeople,
  optIn,
} from '#server/features/leads/leads.ts'
import type { PublicForm } from './forms.ts'
import type { PageMark } from './page-mark.ts'
import { hashOfWording, wordingOf } from './wording.ts'

type Answer = {
  form: PublicForm
  mark: PageMark
  /** E.164. */
  phone: string
  name: string
  network: string | null
  userAgent: string | null
}

const longestAgent = 300

/**
 * Writes the consent and its proof in one transaction. Anybody can type any number: an opt-out stays, and what is
 * known of a person is not overwritten. The same page sent twice for one number is one proof.
 */
export async function agree(app: App, answer: Answer): Promise<void> {
  const { form, mark, phone } = answer
  await app.transaction(async (tx) => {
    await lockErasures(tx.db, form.businessId, 'share')
    await lockPeople(tx, form.businessId)
    // Who was erased comes back by a message of their own.
    if ((await erasedAmong(tx, form.businessId, [phone])).size > 0) return
    const { rows: sent } = await sql`select from optin_proofs where business_id = ${form.businessId}
      and page_id = ${mark.pageId} and address = ${phone}`.execute(tx.db)
    if (sent.length > 0) return
    const isWaiting = await isOptedOut(tx, form.businessId, phone)
    const leadId = isWaiting ? null : await addPerson(tx, answer)
    if (!isWaiting) {
      const { consent } = wordingOf(form.content, mark.language)
      await optIn(tx, form.businessId, [phone], { source: 'form', details: consent })
    }
    await writeProof(tx, answer, { leadId, outcome: isWaiting ? 'waiting' : 'opted_in' })
  })
}

/** Whether the person wants no messages, at whatever address of theirs, or is being asked about it. */
async function isOptedOut(tx: App, businessId: number, phone: string): Promise<boolean> {
  const addresses = await everyAddressOf(tx.db, businessId, [phone])
  const { rows } = await sql`
    select from suppressions where business_id = ${businessId} and address = any(${addresses}::text[])
    union all
    select from leads where business_id = ${businessId} and consent = 'opted_out'
      and (phone = any(${addresses}::text[]) or bsuid = any(${addresses}::text[]))`.execute(tx.db)
  return rows.length > 0
}

async function addPerson(tx: App, { form, phone, name }: Answer): Promise<number | null> {
  const known = await tx.db
    .selectFrom('leads')
    .select('name')
    .where('business_id', '=', form.businessId)
    .where('phone', '=', phone)
    .executeTakeFirst()
  const person = { name: known?.name ? '' : name, phone, tags: form.tag ? [form.tag] : [] }
  const added = await addLeads(tx, form.businessId, [person], {
    country: form.country,
    source: 'form',
    userId: null,
  })
  return added.ids[0] ?? null
}

async function writeProof(
  tx: App,
  { form, mark, phone, name, network, userAgent }: Answer,
  { leadId, outcome }: { leadId: number | null; outcome: 'opted_in' | 'waiting' },
): Promise<void> {
  await tx.db
    .insertInto('optin_proofs')
    .values({
      business_id: form.businessId,
      form_id: form.id,
      version: mark.version,
      language: mark.language,
      way: mark.way,
      outcome,
      lead_id: leadId,
      address: phone,
      wording_sha256: hashOfWording(wordingOf(form.content, mark.language)),
      answers: JSON.stringify(form.content.ask_name ? { name, phone } : { phone }),
      network,
      user_agent: userAgent?.slice(0, longestAgent) ?? null,
      page_id: mark.pageId,
      at: tx.now(),
    })
    .execute()
}
