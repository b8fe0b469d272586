import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { takeQuestion } from '#server/features/leads/leads.ts'
import { findSender } from '#server/features/onboarding/onboarding.ts'
import { originOf } from '../journal/claim-lines.ts'
import { createContent } from '../model/contents.ts'
import { wakeLane } from '../model/job-names.ts'

/**
 * Sends a question with two buttons through the outbox, from the number the person wrote to. Called twice, it sends
 * once: the question is taken in the transaction that writes the message.
 */
export async function sendQuestion(app: App, businessId: number, questionId: number): Promise<void> {
  const { name } = await getBusiness(app, businessId)
  await app.transaction(async (tx) => {
    const question = await takeQuestion(tx, businessId, questionId, name)
    if (!question) return
    // A number that is gone cannot ask; the person stays held, and the lead shows it.
    const sender = await findSender(tx, businessId, question.phoneNumberId ?? undefined)
    const phoneNumberId = question.phoneNumberId ?? sender?.phone_number_id
    if (phoneNumberId === undefined) return
    const contentId = await createContent(tx, businessId, {
      template_id: null,
      provider_template_id: null,
      template_name: 'Question about messages',
      language: question.language,
      category: 'SERVICE',
      parameter_format: 'POSITIONAL',
      components: [
        { type: 'BODY', text: question.body },
        {
          type: 'BUTTONS',
          buttons: question.buttons.map(({ title }) => ({ type: 'QUICK_REPLY', text: title })),
        },
      ],
      variables: [],
      reply_buttons: { text: question.body, buttons: question.buttons },
    })
    await tx.db
      .insertInto('messages')
      .values({
        business_id: businessId,
        lead_id: question.leadId,
        content_id: contentId,
        phone_number_id: phoneNumberId,
        recipient_phone: question.to,
        variables: [],
        origin: originOf(tx, 'question', [phoneNumberId, question.saidAt.toISOString()]),
        status: 'queued',
        due_at: sql<Date>`now()`,
      })
      .execute()
    await wakeLane(tx, businessId, phoneNumberId)
  })
}
