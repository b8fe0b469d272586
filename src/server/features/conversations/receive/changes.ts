import { sql } from 'kysely'
import { z } from 'zod'
import type { App } from '#server/app.ts'
import { isOfBusiness } from '#server/platform/by-whole-key.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { searchText } from '../search-text.ts'
import type { Change } from './content.ts'
import { cleaned } from './values.ts'

/** Who made a change, in which message of theirs, when. */
type Made = { conversationId: number; fromUs: boolean; wamid: string; at: Date }
type OfMessage = Exclude<Change, { change: 'reaction' }>

/** @returns whether anything that is shown is another now. */
export async function applyChange(tx: App, businessId: number, made: Made, change: Change): Promise<boolean> {
  if (change.change === 'reaction') {
    await sql`
      insert into message_reactions (business_id, conversation_id, wamid, from_us, emoji, reaction_wamid, at)
      values (${businessId}, ${made.conversationId}, ${change.wamid}, ${made.fromUs}, ${change.emoji}::text,
        ${made.wamid}, ${made.at})
      on conflict (business_id, wamid, from_us) do update
        set emoji = excluded.emoji, reaction_wamid = excluded.reaction_wamid, at = excluded.at
        where message_reactions.at <= excluded.at`.execute(tx.db)
    return true
  }
  if (await changeMessage(tx, businessId, made, change)) return true
  await keepForLater(tx, businessId, made, change)
  return false
}

/** Only the own message of whoever changes it, in this conversation. */
async function changeMessage(
  tx: App,
  businessId: number,
  { conversationId, fromUs, at }: Omit<Made, 'wamid'>,
  change: OfMessage,
): Promise<boolean> {
  const isDeletion = change.change === 'revoke'
  const text = change.change === 'edit' ? cleaned(change.text) : null
  const { numAffectedRows } = await sql`
    update inbound_messages set
      deleted_at = case when ${isDeletion} then ${at}::timestamptz end,
      edited_at = case when ${isDeletion} then edited_at else ${at}::timestamptz end,
      text = case when ${isDeletion} then null else coalesce(${text}::text, text) end,
      content = case when ${isDeletion} then '{}' else content end,
      search = case when ${isDeletion} then null when ${text === null} then search
        else to_tsvector('simple', ${searchText(text ?? '')}) end
    where business_id = ${businessId} and conversation_id = ${conversationId} and wamid = ${change.wamid}
      and echo = ${fromUs} and deleted_at is null
      and (${isDeletion} or edited_at is null or edited_at <= ${at}::timestamptz)`.execute(tx.db)
  return (numAffectedRows ?? 0n) > 0n
}

/** The webhook of a change may be applied before that of its message. A deletion is the last change. */
async function keepForLater(
  tx: App,
  businessId: number,
  { conversationId, fromUs, at }: Made,
  change: OfMessage,
): Promise<void> {
  const text = change.change === 'edit' ? cleaned(change.text) : null
  await sql`
    insert into early_message_changes as kept (business_id, conversation_id, wamid, from_us, change, text, at)
    select ${businessId}, ${conversationId}, ${change.wamid}, ${fromUs}, ${change.change}, ${text}::text,
      ${at}::timestamptz
    where not exists (
      select from inbound_messages where business_id = ${businessId} and wamid = ${change.wamid})
    on conflict (business_id, wamid, from_us) do update
      set conversation_id = excluded.conversation_id, change = excluded.change, at = excluded.at,
        text = coalesce(excluded.text, kept.text)
      where kept.change = 'edit' and (excluded.change = 'revoke' or kept.at <= excluded.at)`.execute(tx.db)
}

/** Changes messages that have just come by what came before them. */
export async function applyEarlyChanges(
  tx: App,
  businessId: number,
  wamids: readonly string[],
): Promise<void> {
  if (wamids.length === 0) return
  const { rows } = await sql<{
    conversation_id: number
    wamid: string
    from_us: boolean
    change: OfMessage['change']
    text: string | null
    at: Date
  }>`
    delete from early_message_changes
    where ${isOfBusiness(businessId)} and wamid = any(${[...wamids]}::text[])
    returning conversation_id, wamid, from_us, change, text, at`.execute(tx.db)
  for (const { conversation_id, from_us, at, ...change } of rows) {
    const made = { conversationId: Number(conversation_id), fromUs: from_us, at }
    await changeMessage(tx, businessId, made, change)
  }
}

export const forgetChanges = defineJob('conversations.forget-early-changes', z.object({}))

/** The provider repeats a webhook for a week; some are replayed by hand later. */
const keptMs = 30 * 86_400_000

/** Removes changes whose message never came. */
export async function forgetEarlyChanges(app: App): Promise<void> {
  await app.db
    .deleteFrom('early_message_changes')
    .where('at', '<', new Date(app.now().getTime() - keptMs))
    .execute()
}
