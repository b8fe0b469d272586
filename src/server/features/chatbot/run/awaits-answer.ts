import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Whether a flow waits for what this person writes next. */
export async function awaitsAnswer(
  app: App,
  businessId: number,
  { phoneNumberId, addresses }: { phoneNumberId: string; addresses: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from conversation_addresses a
    join bot_sessions s on s.business_id = a.business_id and s.conversation_id = a.conversation_id
    join bot_settings b on b.business_id = a.business_id and b.enabled
    where a.business_id = ${businessId} and a.phone_number_id = ${phoneNumberId}
      and a.address = any(${[...addresses]}::text[]) and s.waits = 'answer' and s.expires_at > ${app.now()}
    limit 1`.execute(app.db)
  return rows.length > 0
}
