import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { ofBusiness, onNodeOf } from '#server/platform/by-whole-key.ts'

/**
 * Which of these messages, each the first to its number, came from somebody who had written to another number of the
 * business. All addresses of a person lead to their conversations.
 */
export async function wroteElsewhere(
  tx: App,
  businessId: number,
  messages: readonly { id: number; conversation_id: number }[],
): Promise<Set<number>> {
  if (messages.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select f.id from unnest(${messages.map(({ id }) => id)}::bigint[],
      ${messages.map((one) => one.conversation_id)}::bigint[]) as f (id, conversation_id)
    where exists (
      select from conversation_addresses a
      join phone_numbers n on n.business_id = a.business_id
      join conversation_addresses o on o.business_id = a.business_id and o.phone_number_id = n.phone_number_id
        and o.address = a.address and o.conversation_id <> f.conversation_id
      join inbound_messages e on e.business_id = o.business_id and e.conversation_id = o.conversation_id
        and e.id < f.id and not e.echo and e.kind <> 'system'
      where a.business_id = ${ofBusiness(businessId)} and a.conversation_id = f.conversation_id
        and ${onNodeOf(businessId, 'a.business_id')} and ${onNodeOf(businessId, 'o.business_id')}
        and ${onNodeOf(businessId, 'e.business_id')})`.execute(tx.db)
  return new Set(rows.map(({ id }) => Number(id)))
}
