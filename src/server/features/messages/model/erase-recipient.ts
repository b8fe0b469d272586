import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { prefixLength } from '#server/features/leads/leads.ts'
import { wakeLane } from './job-names.ts'
import { reasons } from './message-status.ts'
import { countMoved, type Moved, movedColumns, notifyMoved } from './moved.ts'

/** Stands before the message's id in place of the address of somebody who was erased. */
export const erasedRecipient = 'erased:'
/** Stands before how the address began and the message's id, where the address is in the archive. */
export const archivedRecipient = 'archived:'

/** Whether a message has no address any more, so that it cannot be sent again. */
export const hasNoPerson = (recipient: string): boolean =>
  recipient.startsWith(erasedRecipient) || recipient.startsWith(archivedRecipient)

/** Whether a message has its address; the opposite of `hasNoPerson`. */
export const hasPersonSql = (recipient: RawBuilder<unknown>) =>
  sql<boolean>`(${recipient} not like ${sql.lit(`${erasedRecipient}%`)} and ${recipient} not like ${sql.lit(`${archivedRecipient}%`)})`

/** How the address of a message begins, by which its country is known; also of one in the archive. */
export const addressStartSql = (recipient: RawBuilder<unknown>) => sql<string>`left(case
  when ${recipient} like ${sql.lit(`${archivedRecipient}%`)} then substr(${recipient}, ${sql.lit(archivedRecipient.length + 1)})
  else ${recipient} end, ${sql.lit(prefixLength)})`

type Erased = Moved & { messages: number; waited: string[] | null }

/** Finding the messages of a lead by its id walks all of a business. */
const timeout = '10min'

/**
 * Makes the messages to these addresses anonymous: their outcomes stay, so that a campaign's counts do not change.
 * Clicks on their links are deleted.
 * What has not left is left out. The provider's id goes too: it holds the number.
 * @returns how many messages there were.
 */
export async function eraseRecipient(
  tx: App,
  businessId: number,
  addresses: readonly string[],
): Promise<number> {
  return await makeAnonymous(tx, businessId, sql`recipient_phone = any(${addresses}::text[])`)
}

/** The same for messages that went to an earlier number of these leads, which was corrected by hand. */
export async function eraseMessagesOfLeads(
  tx: App,
  businessId: number,
  leadIds: readonly number[],
): Promise<number> {
  await sql`set local statement_timeout = ${sql.lit(timeout)}`.execute(tx.db)
  return await makeAnonymous(tx, businessId, sql`lead_id = any(${leadIds}::bigint[])`)
}

/** The same for messages by their ids, but for those that are erased already. */
export async function eraseMessages(tx: App, businessId: number, ids: readonly number[]): Promise<number> {
  return await makeAnonymous(
    tx,
    businessId,
    sql`id = any(${ids}::bigint[]) and recipient_phone not like ${sql.lit(`${erasedRecipient}%`)}`,
  )
}

async function makeAnonymous(tx: App, businessId: number, theirs: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<Erased>`
    with theirs as materialized (
      select id, status as was from messages where business_id = ${businessId} and ${theirs} for update),
    unclicked as (
      delete from link_clicks k using theirs where k.business_id = ${businessId} and k.message_id = theirs.id),
    changed as (
    update messages m set recipient_phone = ${erasedRecipient} || m.id, lead_id = null, variables = '{}',
      wamid = null, webhook_event_ids = '{}', error_details = null,
      status = case when m.status = 'queued' then 'skipped' else m.status end,
      reason = case when m.status = 'queued' then ${reasons.deleted} else m.reason end,
      due_at = case when m.status = 'queued' then null else m.due_at end
    from theirs where m.business_id = ${businessId} and m.id = theirs.id
    returning m.business_id, m.campaign_id, m.id, m.phone_number_id, theirs.was
    ),
    ${countMoved(businessId)}
    select ${movedColumns}, count(*)::int as messages,
      array_agg(distinct phone_number_id) filter (where was = 'queued') as waited
    from changed group by 1, 2`.execute(tx.db)
  await notifyMoved(tx, rows)
  // A lane that waits for nothing but this person is done.
  for (const number of new Set(rows.flatMap(({ waited }) => waited ?? [])))
    await wakeLane(tx, businessId, number)
  return rows.reduce((total, { messages }) => total + messages, 0)
}
