import type { StatusEvent } from '#server/providers/meta/webhooks/webhook-events.ts'
import { readCallbackData } from '../model/callback-data.ts'
import { type ReportedStatus, readReported } from '../model/message-status.ts'

/** A status as a webhook told it, whose it is, and the stored webhook it came in. */
export type ReceivedStatus = StatusEvent & { businessId: number; webhookEventId?: number }

/** All that some statuses tell of one try of one message. Times are milliseconds since 1970. */
export type MessageReport = {
  /** No message of another business is ever looked at. */
  businessId: number
  /** Absent where the status carries no callback data of ours, or no number: then only the provider's id names it. */
  id: number | undefined
  attempt: number
  /** Absent in malformed events; the message is then found by the provider's id alone. */
  phoneNumberId: string | null
  wamid: string
  at: Record<ReportedStatus, number | null>
  error: { code: number | null; title: string | null; details: string | null } | null
  price: { category: string | null; type: string | null } | null
  webhookEventIds: number[]
}

/**
 * Statuses gathered by the message they are about, one entry for each try, in the order of our ids: so that each
 * row is written once, and concurrent batches take their rows in the same order.
 */
export function gatherStatuses(
  tags: ReadonlySet<string>,
  events: readonly ReceivedStatus[],
  now: number,
): MessageReport[] {
  const byMessage = new Map<string, MessageReport>()
  for (const event of events) {
    const reported = readReported(event.status)
    if (!reported) continue
    const key = `${event.businessId} ${event.phoneNumberId ?? ''} ${event.wamid}`
    const known = byMessage.get(key)
    const report = known ?? newReport(tags, event)
    if (!known) byMessage.set(key, report)
    const at = event.at ?? now
    report.at[reported] = Math.min(report.at[reported] ?? at, at)
    if (reported === 'failed') report.error ??= errorOf(event)
    if (event.pricing) {
      report.price = { category: event.pricing.category ?? null, type: event.pricing.type ?? null }
    }
    if (event.webhookEventId !== undefined && !report.webhookEventIds.includes(event.webhookEventId)) {
      report.webhookEventIds.push(event.webhookEventId)
    }
  }
  return [...byMessage.values()].sort((a, b) => (a.id ?? 0) - (b.id ?? 0))
}

function newReport(tags: ReadonlySet<string>, event: ReceivedStatus): MessageReport {
  // Our id is one of the number's business: without the number it names nobody.
  const named = event.phoneNumberId ? readCallbackData(tags, event.callbackData) : undefined
  return {
    businessId: event.businessId,
    id: named?.id,
    attempt: named?.attempt ?? 0,
    phoneNumberId: event.phoneNumberId ?? null,
    wamid: event.wamid,
    at: { sent: null, delivered: null, read: null, failed: null },
    error: null,
    price: null,
    webhookEventIds: [],
  }
}

/** The first error is the one that counts. */
function errorOf({ errors }: ReceivedStatus): NonNullable<MessageReport['error']> {
  const error = errors?.[0]
  return {
    code: error?.code ?? null,
    title: error?.title ?? error?.message ?? null,
    details: error?.details ?? null,
  }
}
