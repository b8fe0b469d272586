import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { wakeLane } from './job-names.ts'
import { noteMoved, noteSingles } from './moved-notes.ts'

/** Messages of one campaign, or single sends of one business, that a statement changed. */
export type Moved = { business_id: number; campaign_id: number | null; singles: number[] | null }

/**
 * Ends a statement whose CTE `changed` yields `business_id, campaign_id, id` of messages: counts their campaigns again,
 * in one order, so that two statements do not wait for each other.
 * @param businessId where they are of one.
 * @param isBack which of them make a campaign that was done one with work again.
 */
export const countMoved = (businessId?: number, isBack: RawBuilder<unknown> = sql`false`) => sql`
  counted as (
    update dispatches d set moves = moves + 1, drained_at = case when c.is_back then null else d.drained_at end
    from (select business_id, campaign_id, bool_or(${isBack}) as is_back from changed where campaign_id is not null
      group by business_id, campaign_id order by business_id, campaign_id) c
    where d.business_id = c.business_id and d.campaign_id = c.campaign_id and ${ofOne(businessId, 'd.business_id')}
  )`

/** The business that all of a set are of; undefined where they are of several. */
export function businessOf(set: readonly { businessId: number }[]): number | undefined {
  const [first] = set
  return set.every(({ businessId }) => businessId === first?.businessId) ? first?.businessId : undefined
}

/** On which node all rows are, where a statement is of one business. */
export const ofOne = (businessId: number | undefined, column: string): RawBuilder<boolean> =>
  businessId === undefined ? sql<boolean>`true` : onNodeOf(businessId, column)

/**
 * Messages `m` of a set `e` by their key, beside the join: where the statistics have not seen a business's new messages,
 * the join alone reads all of them for each set.
 */
export const isInSet = sql`m.id = any(array(select id from e))`

/** What `notifyMoved` needs of `changed`, grouped by its first two columns. */
export const movedColumns = sql`business_id, campaign_id, array_agg(id) filter (where campaign_id is null) as singles`

/** Notifies the screens, and at once those that wait for a single send. */
export async function notifyMoved(app: App, moved: readonly Moved[]): Promise<void> {
  for (const { business_id, campaign_id, singles } of moved) {
    noteMoved(app, business_id, campaign_id)
    if (singles && singles.length > 0) await noteSingles(app, singles)
  }
}

/** A message that was changed by a decision, with its new status. */
export type Decided = {
  business_id: number
  id: number
  campaign_id: number | null
  phone_number_id: string
  status: string
}

/**
 * After a decision about messages: campaigns are counted again, what is queued again gets its turn, and the screens
 * are notified.
 */
export async function notifyDecided(
  tx: App,
  rows: readonly Decided[],
  by?: { byOwner: boolean },
): Promise<void> {
  const campaigns = new Map<string, Decided>()
  const lanes = new Map<string, Decided>()
  for (const row of rows) {
    const group = row.campaign_id === null ? lanes : campaigns
    const key = `${row.business_id} ${row.campaign_id ?? row.phone_number_id}`
    if (group.get(key)?.status !== 'queued') group.set(key, row)
  }
  for (const { business_id, campaign_id, status } of campaigns.values()) {
    if (campaign_id === null) continue
    // Only what is queued makes a campaign that was done one with work again.
    if (status === 'queued') await reopen(tx, business_id, campaign_id, by)
    else await countAgain(tx, business_id, campaign_id)
  }
  for (const { business_id, phone_number_id, status } of lanes.values()) {
    if (status === 'queued') await wakeLane(tx, business_id, phone_number_id)
    noteMoved(tx, business_id, null)
  }
  const singles = rows.filter(({ campaign_id }) => campaign_id === null).map(({ id }) => id)
  if (singles.length > 0) await noteSingles(tx, singles)
}

/** Messages of a campaign became something else, and none of them is to be sent. */
async function countAgain(tx: App, businessId: number, campaignId: number): Promise<void> {
  await tx.db
    .updateTable('dispatches')
    .set({ moves: sql`moves + 1` })
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', campaignId)
    .execute()
  noteMoved(tx, businessId, campaignId)
}

/**
 * There is something to send again in a campaign that may have been done already. One that was cancelled goes on
 * only when the owner says so: it is then for these messages alone, everything else of it is cancelled.
 */
export async function reopen(
  tx: App,
  businessId: number,
  campaignId: number,
  { byOwner } = { byOwner: true },
): Promise<void> {
  const dispatch = await tx.db
    .updateTable('dispatches')
    .set({
      drained_at: null,
      moves: sql`moves + 1`,
      state: sql`case when state = 'closed' and ${byOwner} then 'open' else state end`,
    })
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', campaignId)
    .returning('phone_number_id')
    .executeTakeFirst()
  if (!dispatch) return
  await wakeLane(tx, businessId, dispatch.phone_number_id)
  noteMoved(tx, businessId, campaignId)
}
