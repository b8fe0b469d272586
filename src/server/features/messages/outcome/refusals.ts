import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { markUnreachable, optOut } from '#server/features/leads/leads.ts'
import { ofBusiness } from '#server/platform/by-whole-key.ts'
import { explainError } from '#server/providers/meta/errors/error-catalogue.ts'
import { hasNoPerson } from '../model/erase-recipient.ts'
import { type Decision, decide, type Pause, type Refusal } from '../model/failure-policy.ts'
import { type LaneKey, pauseLane, type Stop, stopSending } from '../model/lane-pause.ts'
import { type MessageStatus, movesFrom } from '../model/message-status.ts'
import {
  businessOf,
  countMoved,
  isInSet,
  type Moved,
  movedColumns,
  notifyMoved,
  ofOne,
} from '../model/moved.ts'
import { getSendingSettings, type SendingSettings } from '../model/sending-settings.ts'
import { withCause } from './held-back.ts'
import type { MessageReport } from './status-sets.ts'

/** One message that was refused, or of which nobody knows. */
export type Refused = {
  id: number
  attempt: number
  campaignId: number | null
  recipient: string
  /** The code it was last tried again for, and how often. */
  lastCode: number | null
  retries: number
  /** The provider's id, where it gave one before it refused. */
  wamid: string | null
  refusal: Refusal
}

/** What a lane has to know of the refusals it handed in. */
export type RefusalEffects = {
  /** The longest pause that was ordered for this number. */
  pause: Pause | undefined
  stopped: boolean
  /** How many of them were the provider's fault, or the network's. */
  providerFaults: number
  /** Those among them that were not refused for the same before. */
  newFaults: number
}

type Row = { item: Refused; decision: Decision }

const failed: Decision = { message: { to: 'failed', reason: null }, providerFault: false }
const withoutNames = (item: Refused): Refused => ({
  ...item,
  wamid: null,
  refusal: { ...item.refusal, details: null },
})

/** How often it was refused for the same before. */
const triesBefore = ({ lastCode, refusal, retries }: Refused): number =>
  lastCode === refusal.code ? retries : 0

/**
 * Writes what becomes of refused messages, and has the effects on others: pauses, stops, leads.
 * @param streak how often in a row the lane was made to wait.
 */
export async function settleRefused(
  app: App,
  lane: LaneKey,
  items: readonly Refused[],
  settings: SendingSettings,
  streak = 0,
): Promise<RefusalEffects> {
  const rows = items.map((item) => {
    // Late news of somebody who was erased or archived: it is not sent again, and nothing that names them comes back.
    if (hasNoPerson(item.recipient)) return { item: withoutNames(item), decision: failed }
    const decision = decide(item.refusal, {
      retries: triesBefore(item),
      streak,
      single: item.campaignId === null,
      random: Math.random(),
    })
    return { item, decision }
  })
  const { pause, stops, unreachable, optedOut } = effectsOf(rows)
  // Before the messages are back in the queue: in between the lane would send them again.
  if (pause) await pauseLane(app, lane, await withCause(app, lane, pause))
  if (stops.length > 0) await stopSending(app, lane, stops, (tx) => writeRows(tx, lane, rows, settings))
  else await writeRows(app, lane, rows, settings)
  if (unreachable.length > 0) await markUnreachable(app, lane.businessId, unreachable)
  if (optedOut.length > 0) await optOut(app, lane.businessId, optedOut, { source: 'provider_error' })
  const faults = rows.filter(({ decision }) => decision.providerFault)
  return {
    pause,
    stopped: stops.length > 0,
    providerFaults: faults.length,
    newFaults: faults.filter(({ item }) => triesBefore(item) === 0).length,
  }
}

/** From where a refusal takes a message: an answer settles its own request, a status what was taken before. */
const answerFrom: readonly MessageStatus[] = ['sending', 'unknown']

async function writeRows(
  app: App,
  { businessId }: LaneKey,
  rows: readonly Row[],
  settings: SendingSettings,
): Promise<void> {
  const sorted = [...rows].sort((a, b) => a.item.id - b.item.id)
  /** Milliseconds from now, by the database's clock, which is also the one that claims. */
  const dueIn = ({ decision: { message } }: Row): number | null => {
    if (message.to === 'failed') return null
    if (message.to === 'queued') return message.afterMs
    const seconds = message.reason === 'reconcile' ? settings.reconcileSeconds : settings.settlingSeconds
    return Math.max(seconds * 1000, message.afterMs)
  }
  const retries = ({ item, decision: { message } }: Row): number => {
    const before = item.lastCode === item.refusal.code ? item.retries : 0
    const counts = message.to === 'unknown' || (message.to === 'queued' && message.counts)
    return counts ? Math.min(before + 1, 1000) : before
  }
  const { rows: changed } = await sql<Moved>`
    with e as (
      select *, now() as now, now() + due_in * interval '1 millisecond' as due_at from unnest(
        ${sorted.map(({ item }) => item.id)}::bigint[], ${sorted.map(({ item }) => item.attempt)}::smallint[],
        ${sorted.map(({ decision }) => decision.message.to)}::text[],
        ${sorted.map(({ decision: { message } }) => message.reason)}::text[],
        ${sorted.map(dueIn)}::float8[], ${sorted.map(retries)}::smallint[],
        ${sorted.map(({ item }) => item.refusal.code)}::int[], ${sorted.map(({ item }) => item.refusal.title)}::text[],
        ${sorted.map(({ item }) => item.refusal.details)}::text[], ${sorted.map(({ item }) => item.wamid)}::text[],
        ${sorted.map(({ item }) => item.refusal.byWebhook)}::boolean[]
      ) as e (id, attempt, status, reason, due_in, retries, code, title, details, wamid, by_webhook)
    ),
    changed as (
      update messages m set
        status = e.status, reason = e.reason, due_at = e.due_at, retries = e.retries,
        error_code = e.code, error_title = e.title, error_details = e.details,
        wamid = coalesce(e.wamid, m.wamid),
        accepted_at = case when e.status <> 'queued' then m.accepted_at end,
        sent_at = case when e.status <> 'queued' then m.sent_at end,
        failed_at = case when e.status = 'failed' or e.by_webhook then e.now else m.failed_at end,
        unknown_at = case when e.status = 'unknown' then e.now else m.unknown_at end
      from e
      where m.business_id = ${ofBusiness(businessId)} and m.id = e.id and m.attempts = e.attempt and ${isInSet}
        and m.status = any(case when e.by_webhook then ${movesFrom.failed}::text[] else ${answerFrom}::text[] end)
        and not (m.status = 'queued' and m.wamid is not distinct from e.wamid)
      returning m.business_id, m.campaign_id, m.id, m.status
    ),
    -- WhatsApp may hand a message back after the campaign's last one has left: then there is work again.
    ${countMoved(businessId, sql`status <> 'failed'`)}
    select ${movedColumns} from changed group by 1, 2`.execute(app.db)
  await notifyMoved(app, changed)
}

/** What the refusals of one set ask for beside their own messages: each stop once, and the longest pause. */
function effectsOf(rows: readonly Row[]) {
  let pause: Pause | undefined
  const stops = new Map<string, Stop>()
  const unreachable: string[] = []
  const optedOut: string[] = []
  for (const { item, decision } of rows) {
    if (decision.pause && (!pause || decision.pause.ms > pause.ms)) pause = decision.pause
    if (decision.stop) {
      const { scope } = decision.stop
      stops.set(scope === 'campaign' ? `campaign ${item.campaignId}` : scope, {
        ...decision.stop,
        campaignId: item.campaignId,
        messageId: item.id,
        token: item.refusal.token,
      })
    }
    if (decision.lead === 'unreachable') unreachable.push(item.recipient)
    if (decision.lead === 'opted_out') optedOut.push(item.recipient)
  }
  return { pause, stops: [...stops.values()], unreachable, optedOut }
}

/** Failures that came as statuses and mean more than that one message failed. Certain, unlike answers. */
export async function refuseByWebhook(app: App, reports: readonly MessageReport[]): Promise<void> {
  const rows = await find(app, reports)
  const byLane = new Map<string, { lane: LaneKey; items: Refused[] }>()
  for (const report of reports) {
    const row = rows.find((one) =>
      one.business_id !== report.businessId
        ? false
        : report.id === undefined
          ? // The provider's id of a try that is under way is not known yet: this is an earlier one's.
            one.wamid === report.wamid &&
            one.phone_number_id === (report.phoneNumberId ?? one.phone_number_id) &&
            one.status !== 'sending' &&
            one.status !== 'unknown'
          : one.id === report.id &&
            one.attempts === report.attempt &&
            one.phone_number_id === report.phoneNumberId,
    )
    if (!row) continue
    const key = `${row.business_id} ${row.phone_number_id}`
    const group = byLane.get(key) ?? {
      lane: { businessId: row.business_id, phoneNumberId: row.phone_number_id },
      items: [],
    }
    byLane.set(key, group)
    group.items.push({
      id: row.id,
      attempt: row.attempts,
      campaignId: row.campaign_id,
      recipient: row.recipient_phone,
      lastCode: row.error_code,
      retries: row.retries,
      wamid: report.wamid,
      refusal: refusalOf(report),
    })
  }
  for (const { lane, items } of byLane.values()) {
    await settleRefused(app, lane, items, await getSendingSettings(app, lane.businessId))
  }
}

type Found = {
  business_id: number
  id: number
  attempts: number
  status: string
  campaign_id: number | null
  recipient_phone: string
  phone_number_id: string
  error_code: number | null
  retries: number
  wamid: string | null
}

/** The messages that statuses name: by two look-ups, because one condition over both keys reads all messages. */
async function find(app: App, reports: readonly MessageReport[]): Promise<Found[]> {
  const [named, unnamed] = [
    reports.filter(({ id }) => id !== undefined),
    reports.filter(({ id }) => id === undefined),
  ]
  const columns = sql`m.business_id, m.id, m.attempts, m.status, m.campaign_id, m.recipient_phone, m.phone_number_id,
    m.error_code, m.retries, m.wamid`
  const { rows } = await sql<Found>`
    select ${columns}
    from messages m
    where m.business_id = any(${[...new Set(named.map(({ businessId }) => businessId))]}::bigint[])
      and m.id = any(${named.map(({ id }) => id)}::bigint[])
    union
    select ${columns}
    from messages m
    where ${ofOne(businessOf(unnamed), 'm.business_id')}
      and m.wamid = any(${unnamed.map(({ wamid }) => wamid)}::text[])`.execute(app.db)
  return rows
}

function refusalOf({ error }: MessageReport): Refusal {
  const explanation = explainError({
    ...(error?.code != null && { code: error.code }),
    ...(error?.title != null && { title: error.title }),
  })
  return {
    explanation,
    delivery: 'refused',
    code: error?.code ?? null,
    title: error?.title ?? explanation.title,
    details: error?.details ?? null,
    retryAfterMs: 0,
    byWebhook: true,
  }
}
