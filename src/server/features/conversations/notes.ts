import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Notes that conversations changed: `<business_id>:<conversation_id>[,<conversation_id>…]`. */
export const conversationsChannel = 'conversations'

/** A note holds at most 8,000 bytes. */
const mostIds = 200

/** Tells open screens when the surrounding transaction commits. */
export async function noteConversations(tx: App, businessId: number, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += mostIds) {
    const payload = `${businessId}:${ids.slice(at, at + mostIds).join(',')}`
    await sql`select pg_notify(${conversationsChannel}, ${payload})`.execute(tx.db)
  }
}
