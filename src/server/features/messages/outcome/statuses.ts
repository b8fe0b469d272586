import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { markUnreachable, optOut } from '#server/features/leads/leads.ts'
import { inSetsOfNodes } from '#server/platform/by-whole-key.ts'
import { errorCatalogue, explainError } from '#server/providers/meta/errors/error-catalogue.ts'
import { installTags } from '../model/callback-data.ts'
import { hasPersonSql } from '../model/erase-recipient.ts'
import { movesFrom, type ReportedStatus, reasons } from '../model/message-status.ts'
import { businessOf, countMoved, type Moved, movedColumns, notifyMoved, ofOne } from '../model/moved.ts'
import { learnUserIds } from './learn-user-ids.ts'
import { refuseByWebhook } from './refusals.ts'
import { gatherStatuses, type MessageReport, type ReceivedStatus } from './status-sets.ts'
import { explainStatuses } from './status-text.ts'

/** As many rows as one statement changes: its locks are held for some tens of milliseconds. */
const setSize = 2000

/**
 * Applies status webhooks: messages only ever move forward, so that doubled, late and shuffled statuses change
 * nothing. A message is found by our own id, which each status brings back, even before the answer to its request
 * was stored; or by the provider's id.
 * @param options.explain gives what each event did, for a person to read; costs time.
 */
export async function applyStatuses(
  app: App,
  events: readonly ReceivedStatus[],
  options: { explain?: boolean } = {},
): Promise<string[]> {
  await inSetsOfNodes(events, (set) => applySet(app, set))
  return options.explain ? await explainStatuses(app, events) : []
}

async function applySet(app: App, events: readonly ReceivedStatus[]): Promise<void> {
  await learnUserIds(app, events)
  const gathered = gatherStatuses(await installTags(app), events, app.now().getTime())
  // A failure that is more than this one message's: the message is tried again, the number waits, the campaign stops.
  const isPlain = ({ at, error }: MessageReport) =>
    at.failed === null || explainError({ code: error?.code ?? undefined }).action === 'fail'
  const plain = gathered.filter(isPlain)
  for (let from = 0; from < plain.length; from += setSize) {
    const set = plain.slice(from, from + setSize)
    await move(
      app,
      'id',
      set.filter(({ id }) => id !== undefined),
    )
    await move(
      app,
      'wamid',
      set.filter(({ id }) => id === undefined),
    )
  }
  const refused = gathered.filter((report) => !isPlain(report))
  if (refused.length > 0) {
    // What else the same statuses tell (a late `sent`, a `delivered` of another device) counts first.
    await move(app, 'id', refused.filter(({ id }) => id !== undefined).map(withoutFailure))
    await refuseByWebhook(app, refused)
  }
}

function withoutFailure(report: MessageReport): MessageReport {
  return { ...report, error: null, at: { ...report.at, failed: null } }
}

type MovedByStatus = Moved & {
  /** Which of the set they were, counted from 1. */
  report: number[]
  unreachable: string[] | null
  opted_out: string[] | null
}

const codesOfLead = (effect: 'unreachable' | 'opted_out'): number[] =>
  errorCatalogue.filter(({ lead }) => lead === effect).map(({ code }) => code)
const unreachableCodes = codesOfLead('unreachable')
const optedOutCodes = codesOfLead('opted_out')

async function move(app: App, by: 'id' | 'wamid', set: readonly MessageReport[]): Promise<void> {
  if (set.length === 0) return
  const { rows } = await moveStatement(by, set).execute(app.db)
  const movers = new Set(rows.flatMap(({ report }) => report))
  await keepWebhooks(
    app,
    by,
    set.filter((_, index) => !movers.has(index + 1)),
  )
  await notifyMoved(app, rows)
  for (const { business_id, unreachable, opted_out } of rows) {
    if (unreachable) await markUnreachable(app, business_id, unreachable)
    if (opted_out) {
      await optOut(app, business_id, opted_out, {
        source: 'provider_error',
      })
    }
  }
}

/** What told nothing new (doubled, or a `delivered` after its `read`) belongs to the message's life all the same. */
async function keepWebhooks(app: App, by: 'id' | 'wamid', set: readonly MessageReport[]): Promise<void> {
  const named = set.filter(({ webhookEventIds }) => webhookEventIds.length > 0)
  if (named.length === 0) return
  await sql`
      with e as (
        select id, phone, wamid, events::bigint[] as events, business from unnest(
          ${named.map(({ id }) => id ?? 0)}::bigint[], ${named.map(({ phoneNumberId }) => phoneNumberId)}::text[],
          ${named.map(({ wamid }) => wamid)}::text[], ${named.map(eventIds)}::text[],
          ${named.map(({ businessId }) => businessId)}::bigint[]
        ) as e (id, phone, wamid, events, business)
      )
      update messages m set webhook_event_ids = m.webhook_event_ids || e.events
      from e
      where ${matching(by, named)} and ${namesPerson} and not m.webhook_event_ids @> e.events`.execute(app.db)
}

const eventIds = ({ webhookEventIds }: MessageReport): string => `{${webhookEventIds.join(',')}}`

const from = (reported: ReportedStatus): RawBuilder<string[]> =>
  sql`${sql.lit(`{${movesFrom[reported].join(',')}}`)}::text[]`

/** The status is told of the last try, and not of one that failed and waits for the next. */
const isThisTry = (by: 'id' | 'wamid') =>
  by === 'id'
    ? sql`(m.attempts = e.attempt and not (m.status = 'queued' and m.wamid is not distinct from e.wamid))`
    : // The provider's id of the try that is under way comes with its answer: the one that is known is an earlier one's.
      sql`(m.status not in ('queued', 'sending', 'unknown'))`

const nextStatus = (by: 'id' | 'wamid') => sql`case
    when e.read is not null and m.status = any(${from('read')}) then 'read'
    when (e.read is not null or e.delivered is not null) and m.status = any(${from('delivered')}) then 'delivered'
    when e.read is not null or e.delivered is not null then m.status
    when e.failed is not null and ${isThisTry(by)} and m.status = any(${from('failed')}) then 'failed'
    when e.sent is not null and ${isThisTry(by)} and e.failed is null
      and (m.status = any(${from('sent')}) or (m.status = 'failed' and m.reason = ${sql.lit(reasons.writtenOff)})) then 'sent'
    else m.status
  end`

/** Of somebody who was erased or archived, nothing that names them comes back with a late status. */
const namesPerson = hasPersonSql(sql`m.recipient_phone`)

/** How an UPDATE of messages finds those of the set `e`: by our own id, or by the provider's. */
function matching(by: 'id' | 'wamid', set: readonly MessageReport[]): RawBuilder<unknown> {
  const onNode = ofOne(businessOf(set), 'm.business_id')
  return by === 'wamid'
    ? sql`m.business_id = e.business and ${onNode} and m.wamid = e.wamid
        and m.phone_number_id = coalesce(e.phone, m.phone_number_id)`
    : sql`m.business_id = e.business and ${onNode} and m.id = e.id and m.phone_number_id = e.phone`
}

/**
 * One statement for a whole set. Every expression looks at the row as it is when its lock is held, so that no
 * concurrent change is undone. Rows that would not change are not written.
 */
function moveStatement(by: 'id' | 'wamid', set: readonly MessageReport[]) {
  const times = (status: ReportedStatus) =>
    set.map(({ at }) => (at[status] === null ? null : new Date(at[status]!).toISOString()))
  const next = nextStatus(by)
  return sql<MovedByStatus>`
    with e as (
      select *, event_ids::bigint[] as events from unnest(
        ${set.map(({ id }) => id ?? 0)}::bigint[], ${set.map(({ attempt }) => attempt)}::smallint[],
        ${set.map(({ phoneNumberId }) => phoneNumberId)}::text[], ${set.map(({ wamid }) => wamid)}::text[],
        ${times('sent')}::timestamptz[], ${times('delivered')}::timestamptz[],
        ${times('read')}::timestamptz[], ${times('failed')}::timestamptz[],
        ${set.map(({ error }) => error?.code ?? null)}::int[], ${set.map(({ error }) => error?.title ?? null)}::text[],
        ${set.map(({ error }) => error?.details ?? null)}::text[],
        ${set.map(({ price }) => price?.category ?? null)}::text[], ${set.map(({ price }) => price?.type ?? null)}::text[],
        ${set.map(eventIds)}::text[], ${set.map(({ businessId }) => businessId)}::bigint[]
      ) with ordinality as e (id, attempt, phone, wamid, sent, delivered, read, failed, code, title, details, category, type, event_ids, business, nr)
    ),
    changed as (
      update messages m set
        status = ${next},
        due_at = case when m.due_at is null or ${next} = m.status then m.due_at end,
        reason = case when ${next} = m.status then m.reason end,
        wamid = case when not ${namesPerson} then null when ${isThisTry(by)} then e.wamid else coalesce(m.wamid, e.wamid) end,
        accepted_at = coalesce(m.accepted_at, e.sent, e.delivered, e.read),
        sent_at = coalesce(m.sent_at, e.sent),
        -- Where the read was told first, the delivery's own time comes after it.
        delivered_at = least(m.delivered_at, e.delivered, e.read),
        read_at = coalesce(m.read_at, e.read),
        failed_at = case when ${isThisTry(by)} then coalesce(m.failed_at, e.failed) else m.failed_at end,
        error_code = coalesce(case when ${isThisTry(by)} then e.code end, m.error_code),
        error_title = coalesce(case when ${isThisTry(by)} then e.title end, m.error_title),
        error_details = case when ${namesPerson} then coalesce(case when ${isThisTry(by)} then e.details end, m.error_details) end,
        price_category = coalesce(e.category, m.price_category),
        price_type = coalesce(e.type, m.price_type),
        webhook_event_ids = case when not ${namesPerson} or m.webhook_event_ids @> e.events then m.webhook_event_ids
          else m.webhook_event_ids || e.events end
      from e
      where ${matching(by, set)} and (
        ${next} <> m.status
        or (e.sent is not null and m.sent_at is null)
        or ((e.delivered is not null or e.read is not null) and m.delivered_at is null)
        or e.delivered < m.delivered_at
        or (e.read is not null and m.read_at is null)
        or (e.failed is not null and m.failed_at is null and ${isThisTry(by)})
        or (e.category is not null and m.price_category is null)
      )
      returning m.business_id, m.campaign_id, m.id, m.recipient_phone, m.status, m.error_code, e.failed, e.nr
    ),
    ${countMoved(businessOf(set))}
    select ${movedColumns}, array_agg(nr::int) as report,
      array_agg(recipient_phone) filter (where failed is not null and status = 'failed'
        and error_code = any(${unreachableCodes}::int[]) and ${hasPersonSql(sql`recipient_phone`)}) as unreachable,
      array_agg(recipient_phone) filter (where failed is not null and status = 'failed'
        and error_code = any(${optedOutCodes}::int[]) and ${hasPersonSql(sql`recipient_phone`)}) as opted_out
    from changed group by 1, 2`
}
