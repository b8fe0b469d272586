import type { App } from '#server/app.ts'
import { isStaying } from '#server/features/accounts/accounts.ts'
import type { InboundEvent } from '#server/features/leads/leads.ts'
import { originOf, queueChat } from '#server/features/messages/messages.ts'
import { wordingOf } from './form/wording.ts'
import { isOptedOut, type ProofOf } from './proof/proof.ts'

/** WhatsApp takes free messages for 24 hours after a message of the person; some time is left for the outbox. */
const windowMs = 23 * 3_600_000

/**
 * Answers a message that opts in, where the form has a text for it: in the transaction of the proof, so once for each.
 * Nobody is answered who stopped since, or whose message came late, or by a business that is to be deleted.
 */
export async function welcome(
  tx: App,
  { form, language, phone }: ProofOf,
  { phoneNumberId, at }: InboundEvent,
  leadId: number | null,
): Promise<void> {
  const shown = wordingOf(form.content, language ?? undefined).language
  const text = form.content.texts.find((one) => one.language === shown)?.welcome
  if (!text || !phoneNumberId || tx.now().getTime() - at.getTime() > windowMs) return
  if (await isOptedOut(tx, form.businessId, phone)) return
  if (!(await isStaying(tx, form.businessId))) return
  await queueChat(tx, form.businessId, {
    to: phone,
    leadId,
    phoneNumberId,
    text,
    origin: originOf(tx, 'welcome', [form.id, phoneNumberId, at.toISOString()]),
    payload: { type: 'text', text: { body: text } },
  })
}
