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
 * @param contentId what they are sent with, where that is another content than before.
 * @returns how many of them were still open.
 */
export async function settleUnknown(
  app: App,
  businessId: number,
  ids: readonly number[],
  as: 'send_again' | 'write_off',
  contentId?: number,
): Promise<number> {
  return await app.transaction(async (tx) => {
    const settled = await tx.db
      .updateTable('messages')
      .set(as === 'send_again' ? sendAgain : writeOff)
      .$if(contentId !== undefined, (query) => query.set({ content_id: contentId! }))
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

/** One whose time is over, locked. */
type Due = {
  id: number
  phone_number_id: string
  reason: string | null
  unknown_action: string | null
  is_closed: boolean
  /** Its time to be reported is not over. */
  is_settling: boolean
}

/** Reports of the messages around it are missing, or are there without its own. */
type Silence = { is_missing: boolean; is_proof: boolean }

type Settled = Decided & { is_news: boolean }

/**
 * Unknowns of a business whose time is over. Those that were refused in a way that leaves it open go again, where silence
 * shows that they were not taken: reports of other messages of those minutes have come in. Where none came, they wait
 * for them as long as for an answer, and then for the owner. Those without an answer wait for the owner, or take the way
 * the owner has set.
 * @returns how many moved.
 */
export async function settleDueUnknowns(
  app: App,
  { businessId, phoneNumberId }: { businessId: number; phoneNumberId?: string },
): Promise<number> {
  return await app.transaction(async (tx) => {
    const { rows: due } = await sql<Due>`
      select m.id, m.phone_number_id, m.reason, s.unknown_action, d.state is not distinct from 'closed' as is_closed,
        m.unknown_at + coalesce(s.settling_seconds, ${defaults.settlingSeconds}) * interval '1 second' > now() as is_settling
      from messages m left join sending_settings s on s.business_id = m.business_id
        left join dispatches d on d.business_id = m.business_id and d.campaign_id = m.campaign_id
      where m.due_at <= now() and m.status = 'unknown' and m.business_id = ${businessId}
        ${phoneNumberId === undefined ? sql`` : sql`and m.phone_number_id = ${phoneNumberId}`}
      order by m.id limit 5000
      for update of m skip locked`.execute(tx.db)
    if (due.length === 0) return 0
    const silences = await silencesOf(tx, businessId, due)
    const decided = due.map((one) => {
      const silence = silences.get(one.id) ?? { is_missing: false, is_proof: false }
      return { id: one.id, ...silence, action: actionOf(one, silence) }
    })
    const { rows } = await sql<Settled>`
      with decided as (
        select *, now() as now,
          now() + (select coalesce(max(reconcile_seconds), ${defaults.reconcileSeconds}) from sending_settings
            where business_id = ${businessId}) * interval '1 second' as reconcile_at,
          now() + (select least(${lookAgainSeconds}, coalesce(max(settling_seconds), ${defaults.settlingSeconds}) / 4.0)
            from sending_settings where business_id = ${businessId}) * interval '1 second' as again_at
        from unnest(${decided.map(({ id }) => id)}::bigint[], ${decided.map(({ action }) => action)}::text[],
          ${decided.map(({ is_missing }) => is_missing)}::boolean[], ${decided.map(({ is_proof }) => is_proof)}::boolean[])
          as d (id, action, is_missing, is_proof)
      ),
      news as (
        select m.phone_number_id, min(m.claimed_at) as since,
          bool_or(d.is_missing and d.action in ('await_reports', 'no_reports')) as is_missing
        from decided d join messages m on m.business_id = ${businessId} and m.id = d.id
        where d.is_missing or d.is_proof group by m.phone_number_id
      ),
      noted as (
        update lanes l set reports_missing_at = case when n.is_missing then coalesce(l.reports_missing_at, n.since) end
        from news n
        where l.business_id = ${businessId} and l.phone_number_id = n.phone_number_id
          and (l.reports_missing_at is not null) <> n.is_missing
        returning l.phone_number_id, l.reports_missing_at
      ),
      changed as (
        update messages m set
          status = case when a.action in ('retry', 'send_again') then 'queued' when a.action = 'write_off' then 'failed'
            else 'unknown' end,
          reason = case when a.action = 'ask' then ${reasons.ask} when a.action = 'no_reports' then ${reasons.noReports}
            when a.action = 'write_off' then ${reasons.writtenOff} when a.action = 'retry' then ${reasons.retry}
            when a.action = 'reconcile' then ${reasons.reconcile} when a.action = 'await_reports' then ${reasons.awaitingReports}
            else ${reasons.again} end,
          due_at = case when a.action in ('retry', 'send_again') then a.now
            when a.action = 'reconcile' then a.reconcile_at
            when a.action = 'await_reports' then a.again_at end,
          failed_at = case when a.action = 'write_off' then a.now else m.failed_at end
        from decided a where m.business_id = ${businessId} and m.id = a.id
        returning m.business_id, m.id, m.campaign_id, m.phone_number_id, m.status
      )
      select c.*, n.reports_missing_at is not null as is_news
      from changed c left join noted n on n.phone_number_id = c.phone_number_id`.execute(tx.db)
    await notifyDecided(tx, rows, { byOwner: false })
    await tellMissing(tx, rows)
    return rows.length
  })
}

/** What silence about the messages around each shows. Those of numbers that sent nothing else are left out. */
async function silencesOf(tx: App, businessId: number, due: readonly Due[]): Promise<Map<number, Silence>> {
  const { rows } = await sql<Silence & { id: number }>`
    with due as materialized (
      select m.id, m.phone_number_id, m.claimed_at,
        least(${graceSeconds}, coalesce(s.reconcile_seconds, ${defaults.reconcileSeconds}) / 6.0) as grace_seconds
      from messages m left join sending_settings s on s.business_id = m.business_id
      where m.business_id = ${businessId} and m.id = any(${due.map(({ id }) => id)}::bigint[])
    ),
    reports as (${reportsAround(businessId, sql`due`)})
    select due.id, r.is_missing, r.is_complete and r.reported_until > due.claimed_at as is_proof
    from due join reports r on r.phone_number_id = due.phone_number_id and r.spot = ${spotOf(sql`due.claimed_at`)}`.execute(
    tx.db,
  )
  return new Map(
    rows.map(({ id, is_missing, is_proof }) => [id, { is_missing: !!is_missing, is_proof: !!is_proof }]),
  )
}

function actionOf(due: Due, { is_missing, is_proof }: Silence): string {
  if (reconcilingReasons.some((reason) => reason === due.reason)) {
    // Reports that were held back come in now, in any order: this message's may be among the last.
    if (is_proof) return due.reason === reasons.reconcile ? 'retry' : 'reconcile'
    return due.is_settling ? 'await_reports' : 'no_reports'
  }
  if (due.unknown_action === 'send_again') {
    // Of a campaign that was cancelled nothing goes out again by itself.
    if (due.is_closed) return 'ask'
    if (is_missing) return 'no_reports'
  }
  return due.unknown_action ?? 'ask'
}

/** Reports stopped coming in: the campaigns of the number keep it in their history. */
async function tellMissing(tx: App, rows: readonly Settled[]): Promise<void> {
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
