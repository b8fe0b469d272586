import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/**
 * Held until the transaction ends by whoever takes people on in their conversations, and by whoever makes two
 * conversations one or removes some: neither may meet the other halfway. Not by those who keep what people wrote, so
 * that a bot answers while more comes in. Where the people's lock is needed too, that one is taken first.
 */
export async function lockConversations(tx: App, businessId: number): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('conversations of business ' || ${businessId}::text, 0))`.execute(
    tx.db,
  )
}
