import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { erasedAmong, lockErasures, lockPeople } from '#server/features/leads/leads.ts'
import { ask } from './confirmations.ts'
import type { Details } from './form/fields.ts'
import type { PublicForm } from './form/forms.ts'
import type { PageMark } from './page-mark.ts'
import { addPerson, isOptedOut, optInWith, writeProof } from './proof/proof.ts'

type Answer = {
  form: PublicForm
  mark: PageMark
  /** E.164. */
  phone: string
  name: string
  details: Details
  network: string | null
  userAgent: string | null
  /** The site that showed the form; null: our own page. */
  site: string | null
}

/**
 * Writes the consent and its proof in one transaction. Anybody can type any number: an opt-out stays, and what is
 * known of a person is not overwritten. The same page sent twice for one number is one proof.
 */
export async function agree(app: App, answer: Answer): Promise<void> {
  const { form, mark, phone, name, details, network, userAgent, site } = answer
  const { businessId } = form
  await app.transaction(async (tx) => {
    await lockErasures(tx.db, businessId, 'share')
    await lockPeople(tx, businessId)
    // Who was erased comes back by a message of their own.
    if ((await erasedAmong(tx, businessId, [phone])).size > 0) return
    const { rows: sent } = await sql`select from optin_proofs where business_id = ${businessId}
      and page_id = ${mark.pageId} and address = ${phone}`.execute(tx.db)
    if (sent.length > 0) return
    const { language, version, way, pageId } = mark
    const answers = {
      ...(form.content.ask_name && { name }),
      phone,
      ...(details.email !== null && { email: details.email }),
      ...details.attributes,
    }
    const proof = {
      form,
      language,
      version,
      way,
      pageId,
      phone,
      name,
      details,
      answers,
      network,
      userAgent,
      site,
    }
    if (await isOptedOut(tx, businessId, phone))
      return await writeProof(tx, proof, { leadId: null, outcome: 'waiting' })
    if (form.confirm) {
      const outcome = await ask(tx, { form, language, version, phone, name, details })
      return await writeProof(tx, proof, { leadId: null, outcome })
    }
    const leadId = await addPerson(tx, proof)
    await optInWith(tx, proof)
    await writeProof(tx, proof, { leadId, outcome: 'opted_in' })
  })
}
