import type { App } from '#server/app.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'

/**
 * Held until the transaction ends by whoever takes people on in their conversations, and by whoever makes two
 * conversations one or removes some: neither may meet the other halfway. Not by those who keep what people wrote, so
 * that a bot answers while more comes in. Where the people's lock is needed too, that one is taken first.
 */
export async function lockConversations(tx: App, businessId: number): Promise<void> {
  await lockOfBusiness(tx.db, businessId, 'conversations')
}
