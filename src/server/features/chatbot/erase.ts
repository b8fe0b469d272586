import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Removes what the chatbot knows of a person. Inside a transaction, before their conversations are removed. */
export async function eraseBot(tx: App, businessId: number, addresses: readonly string[]): Promise<void> {
  // Conversations that were joined before sessions moved with them left theirs behind.
  const theirs = sql`business_id = ${businessId} and (conversation_id in (
      select a.conversation_id from conversation_addresses a
      where a.business_id = ${businessId} and a.address = any(${[...addresses]}::text[]))
    or not exists (select from conversations c where c.business_id = ${businessId} and c.id = conversation_id))`
  await sql`delete from bot_sessions where ${theirs}`.execute(tx.db)
  await sql`delete from bot_handled where ${theirs}`.execute(tx.db)
  await sql`delete from bot_events where ${theirs}`.execute(tx.db)
  await sql`delete from bot_ai_answers where ${theirs}`.execute(tx.db)
}
