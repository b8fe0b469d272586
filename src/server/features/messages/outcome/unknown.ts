import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { textOf } from '#server/stored-text/stored-text.ts'
import { numberWaits } from '../model/job-names.ts'
import { ownerReasons, reasons, reconcilingReasons } from '../model/message-status.ts'
import { type Decided, notifyDecided } from '../model/moved.ts'
import { defaultSendingSettings as defaults } from '../model/sending-settings.ts'
import { reportsAround, spotOf } from './reports.ts'

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
      .where('reason', 'in', ownerReasons)
      .returning(['id', 'campaign_id', 'phone_number_id', 'status'])
      .execute()
    await notifyDecided(
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
  error_title: null,
} as const

/** How often a message whose reports have not come in yet is looked at again. */
const lookAgainSeconds = 15
/** Reports of what was sent a moment ago may still be on their way. */
const graceSeconds = 20

type Due = Decided & { action: string; is_news: boolean }

/**
 * Unknowns whose time is over. Those that were refused in a way that leaves it open go again, where silence shows
 * that they were not taken: reports of other messages of those minutes have come in. Where none came, they wait for
 * them as long as for an answer, and then for the owner. Those without an answer wait for the owner, or take the way
 * the owner has set.
 * @returns how many moved.
 */
export async function settleDueUnknowns(
  app: App,
  within: { businessId?: number; phoneNumberId?: string } = {},
): Promise<number> {
  const { businessId, phoneNumberId } = within
  const scope = sql`
    ${businessId === undefined ? sql`` : sql`and m.business_id = ${businessId}`}
    ${phoneNumberId === undefined ? sql`` : sql`and m.phone_number_id = ${phoneNumberId}`}`
  return await app.transaction(async (tx) => {
    const { rows } = await sql<Due>`
      with due as (
        select m.business_id, m.phone_number_id, m.id, m.claimed_at, m.reason, s.unknown_action,
          d.state is not distinct from 'closed' as is_closed,
          m.unknown_at + coalesce(s.settling_seconds, ${defaults.settlingSeconds}) * interval '1 second' as settling_until,
          coalesce(s.reconcile_seconds, ${defaults.reconcileSeconds}) as reconcile_seconds,
          least(${graceSeconds}, coalesce(s.reconcile_seconds, ${defaults.reconcileSeconds}) / 6.0) as grace_seconds,
          least(${lookAgainSeconds}, coalesce(s.settling_seconds, ${defaults.settlingSeconds}) / 4.0) as again_seconds
        from messages m left join sending_settings s on s.business_id = m.business_id
          left join dispatches d on d.business_id = m.business_id and d.campaign_id = m.campaign_id
        where m.due_at <= now() and m.status = 'unknown' ${scope}
        order by m.business_id, m.id limit 5000
        for update of m skip locked
      ),
      reports as (${reportsAround(sql`due`)}),
      proven as (
        select due.*, coalesce(r.is_missing, false) as is_missing,
          coalesce(r.is_complete and r.reported_until > due.claimed_at, false) as is_proof
        from due left join reports r on r.business_id = due.business_id and r.phone_number_id = due.phone_number_id
          and r.spot = ${spotOf(sql`due.claimed_at`)}
      ),
      decided as (
        select p.*, case
          when p.reason = any(${reconcilingReasons}::text[]) then case
            when p.is_proof and p.reason = ${reasons.reconcile} then 'retry'
            -- Reports that were held back come in now, in any order: this message's may be among the last.
            when p.is_proof then 'reconcile'
            when p.settling_until > now() then 'await_reports'
            else 'no_reports' end
          -- Of a campaign that was cancelled nothing goes out again by itself.
          when p.is_closed and p.unknown_action = 'send_again' then 'ask'
          when p.unknown_action = 'send_again' and p.is_missing then 'no_reports'
          else coalesce(p.unknown_action, 'ask') end as action
        from proven p
      ),
      noted as (
        update lanes l set reports_missing_at = case when n.is_missing then coalesce(l.reports_missing_at, n.since) end
        from (
          select business_id, phone_number_id, min(claimed_at) as since,
            bool_or(is_missing and action in ('await_reports', 'no_reports')) as is_missing
          from decided where is_missing or is_proof group by business_id, phone_number_id
        ) n
        where l.business_id = n.business_id and l.phone_number_id = n.phone_number_id
          and (l.reports_missing_at is not null) <> n.is_missing
        returning l.business_id, l.phone_number_id, l.reports_missing_at
      ),
      changed as (
        update messages m set
          status = case when a.action in ('retry', 'send_again') then 'queued' when a.action = 'write_off' then 'failed'
            else 'unknown' end,
          reason = case a.action when 'ask' then ${reasons.ask} when 'no_reports' then ${reasons.noReports}
            when 'write_off' then ${reasons.writtenOff} when 'retry' then ${reasons.retry}
            when 'reconcile' then ${reasons.reconcile} when 'await_reports' then ${reasons.awaitingReports}
            else ${reasons.again} end,
          due_at = case when a.action in ('retry', 'send_again') then now()
            when a.action = 'reconcile' then now() + a.reconcile_seconds * interval '1 second'
            when a.action = 'await_reports' then now() + a.again_seconds * interval '1 second' end,
          failed_at = case when a.action = 'write_off' then now() else m.failed_at end
        from decided a where m.business_id = a.business_id and m.id = a.id
        returning m.business_id, m.id, m.campaign_id, m.phone_number_id, m.status, a.action
      )
      select c.*, n.reports_missing_at is not null as is_news
      from changed c left join noted n on n.business_id = c.business_id and n.phone_number_id = c.phone_number_id`.execute(
      tx.db,
    )
    await notifyDecided(tx, rows, { byOwner: false })
    await tellMissing(tx, rows)
    return rows.length
  })
}

/** Reports stopped coming in: the campaigns of the number keep it in their history. */
async function tellMissing(tx: App, rows: readonly Due[]): Promise<void> {
  const notified = new Set<string>()
  for (const { is_news, business_id, phone_number_id } of rows) {
    if (!is_news || notified.has(phone_number_id)) continue
    notified.add(phone_number_id)
    await tx.enqueue(numberWaits, {
      business_id,
      phone_number_id,
      code: 'reports_missing',
      reason: textOf('messages.waiting.reportsMissing'),
      until: null,
    })
  }
}
