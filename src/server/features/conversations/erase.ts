import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { dropFiles, hashesOf } from './files/drop-files.ts'
import { noteConversations } from './notes.ts'

/** Removes the conversations of a person who is erased, with all that was said in them. Inside a transaction. */
export async function eraseConversations(
  tx: App,
  businessId: number,
  addresses: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct conversation_id as id from conversation_addresses
    where business_id = ${businessId} and address = any(${[...addresses]}::text[])`.execute(tx.db)
  const ids = rows.map(({ id }) => Number(id))
  if (ids.length === 0) return
  const files = await tx.db
    .deleteFrom('chat_files')
    .where('business_id', '=', businessId)
    .where('conversation_id', 'in', ids)
    .returning(['hash', 'small_hash'])
    .execute()
  const hashes = hashesOf(files)
  if (hashes.length > 0) await tx.enqueue(dropFiles, { business_id: businessId, hashes })
  for (const table of [
    'inbound_messages',
    'message_reactions',
    'early_message_changes',
    'conversation_sends',
    'conversation_events',
    'conversation_drafts',
    'conversation_addresses',
  ] as const) {
    await tx.db
      .deleteFrom(table)
      .where('business_id', '=', businessId)
      .where('conversation_id', 'in', ids)
      .execute()
  }
  await tx.db
    .deleteFrom('conversations')
    .where('business_id', '=', businessId)
    .where('id', 'in', ids)
    .execute()
  // What is open elsewhere is not to be read on.
  await noteConversations(tx, businessId, ids)
}
