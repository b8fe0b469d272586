import type { App } from '#server/app.ts'
import { businessChannel, notify } from '#server/platform/notify.ts'

/** Notes to a business that conversations changed: `<business_id>:<conversation_id>[,<conversation_id>…]`; none: any of them. */
export const conversationsChannel = 'conversations'

/** A note holds at most 8,000 bytes. */
const mostIds = 200

/** Tells open screens when the surrounding transaction commits. */
export async function noteConversations(tx: App, businessId: number, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += mostIds) {
    const payload = `${businessId}:${ids.slice(at, at + mostIds).join(',')}`
    await notify(tx.db, businessChannel(conversationsChannel, businessId), payload)
  }
}

/** Tells open screens that any conversation may have changed. */
export async function noteAllConversations(tx: App, businessId: number): Promise<void> {
  await notify(tx.db, businessChannel(conversationsChannel, businessId), `${businessId}:`)
}
