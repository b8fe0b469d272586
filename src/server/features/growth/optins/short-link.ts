import type { OptinForm } from '#contract/growth/optin-form.ts'
import type { App } from '#server/app.ts'
import { createMessageLink, getSender } from '#server/features/onboarding/onboarding.ts'
import { getForm } from './form/forms.ts'

/**
 * Has WhatsApp make a short link for the message that opts in, of the number that sends.
 * @throws AppError `not_found`, or what WhatsApp says against it.
 */
export async function makeShortLink(app: App, businessId: number, id: number): Promise<OptinForm> {
  const form = await getForm(app, businessId, id)
  const { phone_number_id } = await getSender(app, businessId, undefined)
  const { address } = await createMessageLink(app, businessId, phone_number_id, form.join.text)
  await app.db
    .updateTable('optin_forms')
    .set({
      short_link: address,
      short_link_phone_number_id: phone_number_id,
      short_link_text: form.join.text,
      updated_at: app.now(),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
  return await getForm(app, businessId, id)
}
