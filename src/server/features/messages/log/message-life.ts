import type { LifeStep, MessageLife } from '#contract/messages.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { notFound } from '#server/platform/errors.ts'
import { isOfClass } from '#server/providers/meta/errors/error-classes.ts'
import { parseGraphJson } from '#server/providers/meta/graph/graph-json.ts'
import { bodyOf } from '#server/providers/meta/webhooks/packed-body.ts'
import { withPeople } from '../archive/with-people.ts'
import { clicksOfMessage } from '../clicks/count-clicks.ts'
import { callbackData, installTags } from '../model/callback-data.ts'
import { ownerReasons, reasons } from '../model/message-status.ts'
import { waitingReason } from '../outcome/outcomes.ts'
import { resendability } from '../outcome/resend.ts'
import { filteredMessages, type LogLine, lineOf, logLines } from './message-log.ts'

/** @throws AppError `not_found`. */
export async function getMessageLife(app: App, businessId: number, id: number): Promise<MessageLife> {
  const stored = await logLines(filteredMessages(app.db, businessId, { status: undefined }))
    .where('m.id', '=', id)
    .leftJoin('phone_numbers as n', (join) =>
      join.onRef('n.business_id', '=', 'm.business_id').onRef('n.phone_number_id', '=', 'm.phone_number_id'),
    )
    .select([
      'n.phone as sender_phone',
      'm.wamid',
      'm.provider_status',
      'm.attempts',
      'm.due_at',
      'm.price_category',
      'm.price_type',
      'm.webhook_event_ids',
      'm.phone_number_id',
      'n.waba_id',
    ])
    .executeTakeFirst()
  if (!stored) throw notFound('message')
  const [row = stored] = await withPeople(app, businessId, [stored])
  const isPriced = row.price_category !== null || row.price_type !== null
  const line = lineOf(row)
  const waiting = row.status === 'queued' && (await waitingReason(app, businessId, row.phone_number_id))
  return {
    ...line,
    explanation: line.explanation ?? (waiting ? waiting.sentence : null),
    life: stepsOf(row, row.provider_status, await clicksOfMessage(app, businessId, id)),
    sender_phone: row.sender_phone,
    wamid: row.wamid,
    provider_status: row.provider_status,
    error_details: row.error_details,
    attempts: row.attempts,
    due_at: row.due_at?.toISOString() ?? null,
    price: isPriced ? { category: row.price_category, type: row.price_type } : null,
    events: await eventsOf(app, row),
    can_settle: row.status === 'unknown' && row.reason !== null && ownerReasons.includes(row.reason),
    ...resendability(stored, app.now()),
    switch_waba: await switchableAccount(app, businessId, row),
  }
}

/** An account that refused marketing the way it still goes: the owner can switch it. */
async function switchableAccount(
  app: App,
  businessId: number,
  { status, error_code, waba_id }: { status: string; error_code: number | null; waba_id: string | null },
): Promise<string | null> {
  if (status !== 'failed' || !isOfClass(error_code, 'marketingElsewhere') || !waba_id) return null
  const account = await app.db
    .selectFrom('whatsapp_accounts')
    .select('waba_id')
    .where('business_id', '=', businessId)
    .where('waba_id', '=', waba_id)
    .where('marketing_endpoint', '=', 'messages')
    .where('status', '<>', 'disconnected')
    .executeTakeFirst()
  return account?.waba_id ?? null
}

/** What of it happened, oldest first. Steps of the same moment stand in the order of a message's life. */
function stepsOf(
  row: LogLine,
  providerStatus: string | null,
  clicks: Awaited<ReturnType<typeof clicksOfMessage>>,
): LifeStep[] {
  const took = row.claimed_at && row.accepted_at ? row.accepted_at.getTime() - row.claimed_at.getTime() : null
  const texts: Partial<Record<LifeStep['status'], string | null>> = {
    accepted: took === null || took < 0 ? null : acceptedAfter(took, providerStatus),
    failed: failureText(row),
    unknown: t('messages.life.noAnswer'),
    clicked: clicks ? t('messages.life.clicked', { count: clicks.count }) : null,
  }
  const moments: [LifeStep['status'], Date | null][] = [
    ['queued', row.created_at],
    ['sending', row.claimed_at],
    ['unknown', row.unknown_at],
    ['accepted', row.accepted_at],
    ['sent', row.sent_at],
    ['delivered', row.delivered_at],
    ['read', row.read_at],
    ['clicked', clicks?.first ?? null],
    ['failed', row.failed_at],
  ]
  const happened = moments.flatMap(([status, at]) =>
    at ? [{ status, at: at.toISOString(), text: texts[status] ?? null }] : [],
  )
  // Times of the provider are whole seconds: `sent` may seem to come before the request. Order by life, not by clock.
  return happened
}

function acceptedAfter(count: number, providerStatus: string | null): string {
  return providerStatus && providerStatus !== 'accepted'
    ? t('messages.life.afterHeld', { count, status: providerStatus })
    : t('messages.life.after', { count })
}

function failureText({ reason, error_title: text, error_code }: LogLine): string | null {
  if (reason === reasons.writtenOff && error_code === null) return t('messages.errors.writtenOff')
  if (!text) return null
  return error_code === null
    ? t('messages.life.providerSaid', { text })
    : t('messages.life.providerSaidCode', { text, code: String(error_code) })
}

type EventRow = {
  id: number
  wamid: string | null
  attempts: number
  webhook_event_ids: number[]
}

/** The statuses of stored webhooks that are about this message; other people's in the same webhook stay out. */
async function eventsOf(app: App, row: EventRow): Promise<MessageLife['events']> {
  if (row.webhook_event_ids.length === 0) return []
  const stored = await app.db
    .selectFrom('webhook_events')
    .select(['received_at', 'body', 'packed_from'])
    .where('id', 'in', row.webhook_event_ids)
    .orderBy('id')
    .execute()
  const tags = [...(await installTags(app))]
  const callbacks = new Set(
    Array.from({ length: row.attempts }, (_, index) =>
      tags.map((tag) => callbackData(tag, row.id, index + 1)),
    ).flat(),
  )
  return stored.flatMap(({ received_at, ...event }) =>
    statusesIn(bodyOf(event))
      .filter((status) => status.id === row.wamid || callbacks.has(String(status.biz_opaque_callback_data)))
      .map((status) => ({ received_at: received_at.toISOString(), status })),
  )
}

type Json = Record<string, unknown>

function statusesIn(body: Buffer): Json[] {
  const list = (value: unknown): Json[] =>
    Array.isArray(value) ? value.filter((one): one is Json => typeof one === 'object' && one !== null) : []
  let parsed: unknown
  try {
    parsed = parseGraphJson(body.toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
  return list((parsed as Json | null)?.entry)
    .flatMap((entry) => list(entry.changes))
    .flatMap((change) => list((change.value as Json | undefined)?.statuses))
}
