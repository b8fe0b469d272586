import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { type CorrectedPhone, placeOf, prefixLength } from '#server/features/leads/leads.ts'

const prefix = (phone: string): string => phone.slice(0, prefixLength)

/**
 * What has not left of campaigns and sequences goes to the corrected number. Not where its time was chosen by where the
 * wrong one was, where it was tried, or where the campaign has a message to this number: the claim leaves that out.
 */
export async function readdress(
  tx: App,
  businessId: number,
  { leadId, before, phone }: CorrectedPhone,
): Promise<void> {
  const isSameZone = placeOf(prefix(before)).zone === placeOf(prefix(phone)).zone
  await sql`
    update messages m set recipient_phone = ${phone}
    where m.business_id = ${businessId} and m.recipient_phone = ${before} and m.lead_id = ${leadId}
      and m.status = 'queued' and m.attempts = 0 and case
        when m.sequence_id is not null then m.quiet_hours is null or ${isSameZone}
        else (select ${prefix(before) === prefix(phone)} or d.clock is null from dispatches d
          where d.business_id = ${businessId} and d.campaign_id = m.campaign_id) end
      and not exists (select from messages t where t.business_id = ${businessId} and t.recipient_phone = ${phone}
        and t.campaign_id = m.campaign_id)`.execute(tx.db)
}
