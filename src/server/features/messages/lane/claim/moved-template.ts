import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { otherSpellingSql } from '#server/features/leads/leads.ts'
import type { LaneKey } from '../../model/lane-pause.ts'
import type { Content } from './prepared-content.ts'

const recipient = sql`m.recipient_phone collate "default"`

/** The category of a message `m` as it was planned. Looked up by its whole key, not joined to all that is due. */
export const category = ({ businessId }: LaneKey): RawBuilder<string> => sql`(
  select c.category from message_contents c where c.business_id = ${businessId} and c.id = m.content_id)`

/** The same as WhatsApp has it by now, where it moved the template to marketing. */
export const categoryNow = ({ businessId }: LaneKey): RawBuilder<string> => sql`(
  select coalesce((select p.category from provider_templates p where p.business_id = ${businessId}
    and p.id = c.provider_template_id and p.category = 'MARKETING' and c.category <> 'SERVICE'), c.category)
  from message_contents c where c.business_id = ${businessId} and c.id = m.content_id)`

/** Of a single message: it was no marketing when it was written, so nobody stated that the person agreed to it. */
export const isUnagreed = (lane: LaneKey): RawBuilder<boolean> => {
  const consentOf = (which: RawBuilder<unknown>) => sql`(
    select l.consent from leads l where l.business_id = ${lane.businessId} and ${which})`
  return sql`(m.sequence_id is null and ${category(lane)} <> 'MARKETING'
    and coalesce(${consentOf(sql`l.id = m.lead_id`)}, case when ${recipient} like '+%'
      then coalesce(${consentOf(sql`l.phone = ${recipient}`)}, ${consentOf(sql`l.phone = ${otherSpellingSql(recipient)}`)})
      else ${consentOf(sql`l.bsuid = ${recipient}`)} end, 'none') <> 'opted_in')`
}

/** A single message leaves as what its template is by now: as such it counts. @returns that category. */
export async function followTemplate(
  app: App,
  { businessId }: LaneKey,
  content: Content,
  message: { id: number; campaignId: number | null },
): Promise<string> {
  if (message.campaignId !== null || ['MARKETING', 'SERVICE'].includes(content.category))
    return content.category
  const { rows } = await sql<{ category: string }>`
    update message_contents c set category = p.category from provider_templates p, messages m
    where c.business_id = ${businessId} and c.id = ${content.id}
      and p.business_id = ${businessId} and p.id = c.provider_template_id and p.category = 'MARKETING'
      and m.business_id = ${businessId} and m.id = ${message.id} and m.sequence_id is null
    returning c.category`.execute(app.db)
  return rows[0]?.category ?? content.category
}
