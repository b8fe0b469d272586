import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { countAnew, reopen } from './dispatches.ts'
import { reasons } from './message-status.ts'
import { wakeLane } from './messages.job-names.ts'
import { noteMoved, noteSingles } from './moved-notes.ts'

/**
 * The owner's word on messages whose answer never came and whose time to be settled by a status is over.
 * @param as `send_again`: into the queue; the person may get it twice, which is what the owner decided.
 *   `write_off`: failed. Should a status come after all, it still counts.
 * @returns how many of them were still open.
 */
export async function settleUnknown(
  app: App,
  businessId: number,
  ids: readonly number[],
  as: 'send_again' | 'write_off',
): Promise<number> {
  return await app.transaction(async (tx) => {
    const settled = await tx.db
      .updateTable('messages')
      .set(as === 'send_again' ? sendAgain : writeOff)
      .where('business_id', '=', businessId)
      .where('id', 'in', sql<number>`(select unnest(${[...ids]}::bigint[]))`)
      .where('status', '=', 'unknown')
      .where('reason', '=', reasons.ask)
      .returning(['id', 'campaign_id', 'phone_number_id', 'status'])
      .execute()
    await announce(
      tx,
      settled.map((row) => ({ ...row, business_id: businessId })),
      { byOwner: true },
    )
    return settled.length
  })
}

const sendAgain = { status: 'queued', reason: reasons.again, due_at: sql<Date>`now()` } as const
const writeOff = {
  status: 'failed',
  reason: reasons.writtenOff,
  due_at: null,
  failed_at: sql<Date>`now()`,
  error_title: 'Written off: WhatsApp never said whether it took the message',
} as const

type Settled = {
  business_id: number
  id: number
  campaign_id: number | null
  phone_number_id: string
  /** What they are now. */
  status: string
}

async function announce(tx: App, rows: readonly Settled[], by: { byOwner: boolean }): Promise<void> {
  const campaigns = new Map<string, Settled>()
  const lanes = new Map<string, Settled>()
  for (const row of rows) {
    const group = row.campaign_id === null ? lanes : campaigns
    const key = `${row.business_id} ${row.campaign_id ?? row.phone_number_id}`
    if (group.get(key)?.status !== 'queued') group.set(key, row)
  }
  for (const { business_id, campaign_id, status } of campaigns.values()) {
    if (campaign_id === null) continue
    // Only what is queued makes a campaign that was done one with work again.
    if (status === 'queued') await reopen(tx, business_id, campaign_id, by)
    else await countAnew(tx, business_id, campaign_id)
  }
  for (const { business_id, phone_number_id, status } of lanes.values()) {
    if (status === 'queued') await wakeLane(tx, business_id, phone_number_id)
    noteMoved(tx, business_id, null)
  }
  const singles = rows.filter(({ campaign_id }) => campaign_id === null).map(({ id }) => id)
  if (singles.length > 0) await noteSingles(tx, singles)
}

/**
 * Unknowns whose time is over: those that were refused in a way that leaves it open go again; those without an
 * answer wait for the owner, or take the way the owner has set.
 * @returns how many moved.
 */
export async function settleDueUnknowns(
  app: App,
  lane?: { businessId: number; phoneNumberId: string },
): Promise<number> {
  const scope = lane
    ? sql`and m.business_id = ${lane.businessId} and m.phone_number_id = ${lane.phoneNumberId}`
    : sql``
  return await app.transaction(async (tx) => {
    const { rows } = await sql<Settled>`
      with due as (
        select m.business_id, m.id,
          case when m.reason = ${reasons.reconcile} then 'retry'
            -- Of a campaign that was cancelled nothing goes out again by itself.
            when d.state = 'closed' and s.unknown_action = 'send_again' then 'ask'
            else coalesce(s.unknown_action, 'ask') end as action
        from messages m left join sending_settings s on s.business_id = m.business_id
          left join dispatches d on d.business_id = m.business_id and d.campaign_id = m.campaign_id
        where m.due_at <= now() and m.status = 'unknown' ${scope}
        order by m.business_id, m.id limit 5000
        for update of m skip locked
      )
      update messages m set
        status = case due.action when 'ask' then 'unknown' when 'write_off' then 'failed' else 'queued' end,
        reason = case due.action when 'ask' then ${reasons.ask} when 'write_off' then ${reasons.writtenOff}
          when 'retry' then ${reasons.retry} else ${reasons.again} end,
        due_at = case when due.action in ('retry', 'send_again') then now() end,
        failed_at = case when due.action = 'write_off' then now() else m.failed_at end
      from due where m.business_id = due.business_id and m.id = due.id
      returning m.business_id, m.id, m.campaign_id, m.phone_number_id, m.status`.execute(tx.db)
    await announce(tx, rows, { byOwner: false })
    return rows.length
  })
}
