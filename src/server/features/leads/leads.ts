import type { App } from '#server/app.ts'

export { addLeads } from './add.ts'
export { audienceQuery, inAudience } from './audience.ts'
export { type ConsentReason, optIn, optOut } from './consent.ts'
export { type InboundEvent, recordInbound } from './inbound.ts'
export { type PhoneReading, phoneVariants, readPhone } from './phone.ts'
export { listReplies } from './replies/list-replies.ts'
export { meaningOf } from './replies/meaning.ts'
export { consentQuestionJob, takeQuestion } from './replies/questions.ts'
export { resolveLeads } from './resolve.ts'

/** Marks numbers that the provider says it cannot reach. They are left out of campaigns until they write. */
export async function markUnreachable(
  app: App,
  businessId: number,
  phones: readonly string[],
): Promise<void> {
  if (phones.length === 0) return
  await app.db
    .updateTable('leads')
    .set({ unreachable_at: app.now() })
    .where('business_id', '=', businessId)
    .where('phone', 'in', [...phones].sort())
    .where('unreachable_at', 'is', null)
    .execute()
}
