import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { noteConversations } from '../notes.ts'

/** How many conversations that are not closed each member of a business is assigned to. */
export async function countAssigned(app: App, businessId: number): Promise<Map<number, number>> {
  const rows = await app.db
    .selectFrom('conversations')
    .select(['assigned_to', sql<number>`count(*)::int`.as('count')])
    .where('business_id', '=', businessId)
    .where('state', '!=', 'closed')
    .where('assigned_to', 'is not', null)
    .groupBy('assigned_to')
    .execute()
  return new Map(rows.map(({ assigned_to, count }) => [Number(assigned_to), count]))
}

/**
 * Takes a member who leaves off their conversations, whatever their state, and writes down who did it.
 * @returns how many were not closed.
 */
export async function releaseConversations(
  tx: App,
  { businessId, userId }: { businessId: number; userId: number },
  memberId: number,
): Promise<number> {
  let open = 0
  // Again until none is found: two conversations that are merged meanwhile pass the assignment on.
  for (;;) {
    const { rows } = await sql<{ id: number; state: string }>`
      with released as (
        update conversations set assigned_to = null
        where business_id = ${businessId} and assigned_to = ${memberId}
        returning id, state
      ),
      events as (
        insert into conversation_events (business_id, conversation_id, kind, user_id, details, at)
        select ${businessId}, id, 'unassigned', ${userId}, jsonb_build_object('user_id', ${memberId}::bigint),
          ${tx.now()}::timestamptz
        from released
      )
      select id, state from released`.execute(tx.db)
    if (rows.length === 0) return open
    open += rows.filter(({ state }) => state !== 'closed').length
    await noteConversations(
      tx,
      businessId,
      rows.map(({ id }) => Number(id)),
    )
  }
}
