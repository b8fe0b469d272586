import { sql } from 'kysely'
import type { z } from 'zod'
import { ConversationFilter } from '#contract/conversations/filter.ts'
import { type inboxOrder, mostViews, type SavedView } from '#contract/conversations/organise.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { breaksConstraint } from '#server/platform/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { searchesFor } from '#server/platform/sql/searches-for.ts'

type Caller = { businessId: number; userId: number }
type Row = { id: number; name: string; user_id: number | null; by: string | null; filter: unknown }

const toContract = ({ id, name, user_id, by, filter }: Row): SavedView => ({
  id: Number(id),
  name,
  shared: user_id === null,
  by,
  filter: ConversationFilter.parse(filter),
})

/** The business's views and the caller's own, by name. */
export async function listViews(app: App, { businessId, userId }: Caller): Promise<SavedView[]> {
  const { rows } = await sql<Row>`
    select v.id, v.name, v.user_id, u.name as by, v.filter from conversation_views v
    left join users u on u.business_id = v.business_id and u.id = v.made_by
    where v.business_id = ${businessId} and (v.user_id is null or v.user_id = ${userId})
    order by lower(v.name), v.id`.execute(app.db)
  return rows.map(toContract)
}

/** @throws AppError `conflict` where the name is taken, `rule_broken` where there are too many */
export async function addView(
  app: App,
  caller: Caller,
  { name, shared, filter }: z.output<typeof inboxOrder.addView.body>,
): Promise<SavedView> {
  const { businessId, userId } = caller
  return await app.transaction(async (tx) => {
    await requireOwn(tx, businessId, filter)
    // Two at once could pass the limit.
    await lockOfBusiness(tx.db, businessId, 'views')
    const id = await tx.db
      .insertInto('conversation_views')
      .values({
        business_id: businessId,
        user_id: shared ? null : userId,
        name,
        filter: JSON.stringify(filter),
        made_by: userId,
        created_at: tx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        throw breaksConstraint(error, 'conversation_views_name') ? nameTaken(name) : error
      })
    const views = await listViews(tx, caller)
    if (views.length > mostViews) {
      throw new AppError('rule_broken', t('conversations.mostViews', { most: mostViews }))
    }
    return views.find((view) => view.id === Number(id.id))!
  })
}

/** @throws AppError `not_found`, also for a view of a colleague's own; `conflict` */
export async function changeView(
  app: App,
  caller: Caller,
  id: number,
  { name, shared, filter }: z.output<typeof inboxOrder.changeView.body>,
): Promise<SavedView> {
  const { businessId, userId } = caller
  return await app.transaction(async (tx) => {
    if (filter) await requireOwn(tx, businessId, filter)
    const changed = await tx.db
      .updateTable('conversation_views')
      .set(({ ref }) => ({
        name: name ?? ref('name'),
        ...(shared !== undefined && { user_id: shared ? null : userId }),
        ...(filter && { filter: JSON.stringify(filter) }),
      }))
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .where((view) => view.or([view('user_id', 'is', null), view('user_id', '=', userId)]))
      .returning(['id', 'name', 'user_id'])
      .executeTakeFirst()
      .catch((error: unknown) => {
        throw breaksConstraint(error, 'conversation_views_name') ? nameTaken(name ?? '') : error
      })
    if (!changed) throw notFound('view')
    return (await listViews(tx, caller)).find((view) => view.id === Number(changed.id))!
  })
}

/** A view names only what the business has. @throws AppError `invalid_input` */
async function requireOwn(tx: App, businessId: number, filter: ConversationFilter): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`
    select (${filter.assigned_to ?? null}::bigint is null or exists (
        select from users where business_id = ${businessId} and id = ${filter.assigned_to ?? null}::bigint))
      and (${filter.phone_number_id ?? null}::text is null or exists (
        select from phone_numbers where business_id = ${businessId}
          and phone_number_id = ${filter.phone_number_id ?? null}::text))
      and (${filter.campaign_id ?? null}::bigint is null or exists (
        select from campaigns where business_id = ${businessId} and id = ${filter.campaign_id ?? null}::bigint))
      as known`.execute(tx.db)
  if (!rows[0]?.known) throw new AppError('invalid_input', t('conversations.filterUnknown'))
}

/** @throws AppError `not_found` */
export async function removeView(app: App, caller: Caller, id: number): Promise<void> {
  const { businessId, userId } = caller
  await app.transaction(async (tx) => {
    const removed = await tx.db
      .deleteFrom('conversation_views')
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .where((view) => view.or([view('user_id', 'is', null), view('user_id', '=', userId)]))
      .returning(['name', 'user_id'])
      .executeTakeFirst()
    if (!removed) throw notFound('view')
  })
}

function nameTaken(name: string): AppError {
  const sentence = t('conversations.viewTaken', { name })
  return new AppError('conflict', sentence, { fields: { name: sentence } })
}

/** A view that searched for somebody who was erased finds nobody by it any more. Inside a transaction. */
export async function forgetInViews(
  tx: App,
  businessId: number,
  person: { addresses: readonly string[]; emails: readonly string[] },
): Promise<void> {
  await sql`
    update conversation_views set filter = jsonb_set(filter, '{search}', '"erased"')
    where business_id = ${businessId} and ${searchesFor(sql`filter ->> 'search'`, person)}`.execute(tx.db)
}
