import type { WebhookEvent } from '#server/providers/meta/webhooks/webhook-events.ts'
import { namedBy } from '../payload/owners.ts'

/**
 * Webhooks are applied in so many partitions side by side. All of one number is in one, so that what a person writes
 * keeps its order, and reports of a number are complete up to the last one applied.
 */
export const partitions = [0, 1, 2, 3] as const

/** What was queued without its numbers being looked at: all of it is applied. */
export const wholeWebhooks = -1

/** The same in every process and version: FNV-1a of the number's id, or of its account's where none is named. */
export function partitionOf(event: WebhookEvent): number {
  const { phoneNumberId, wabaId } = namedBy(event)
  let hash = 0x811c9dc5
  for (const letter of phoneNumberId ?? wabaId) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  }
  return (hash >>> 0) % partitions.length
}

/** `isReport`: of this partition it holds reports of messages alone, for which nobody waits. */
export type Queued = { partition: number; isReport: boolean }

/** Where a webhook is queued; one without events, which has nothing to apply, in the first. */
export function queuedIn(events: readonly WebhookEvent[]): Queued[] {
  if (events.length === 0) return [{ partition: 0, isReport: false }]
  return [...Map.groupBy(events, partitionOf)].map(([partition, own]) => ({
    partition,
    isReport: own.every(({ kind }) => kind === 'status'),
  }))
}
