import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { lockPeople } from '#server/features/leads/leads.ts'
import { getSender } from '#server/features/onboarding/onboarding.ts'
import { notFound } from '#server/platform/errors.ts'
import { conversationOf } from '../receive/whose.ts'

/** The conversation with a lead from a number of ours; opened where there is none. @throws AppError `not_found` */
export async function startConversation(
  app: App,
  businessId: number,
  leadId: number,
  phoneNumberId: string | undefined,
): Promise<number> {
  const sender = await getSender(app, businessId, phoneNumberId)
  return await app.transaction(async (tx) => {
    await lockPeople(tx, businessId)
    const lead = await tx.db
      .selectFrom('leads')
      .select(['phone', 'bsuid'])
      .where('business_id', '=', businessId)
      .where('id', '=', leadId)
      .executeTakeFirst()
    const addresses = [lead?.phone, lead?.bsuid].filter((one) => one != null)
    if (!lead || addresses.length === 0) throw notFound('lead')
    const id = await conversationOf(tx, businessId, { phoneNumberId: sender.phone_number_id, addresses })
    await sql`update conversations set lead_id = coalesce(lead_id, ${leadId})
      where business_id = ${businessId} and id = ${id}`.execute(tx.db)
    return id
  })
}
