import type { App } from '#server/app.ts'
import { addressesOf, erasedWithoutLead, readIdentity } from '#server/features/leads/leads.ts'
import type { StatusEvent } from '#server/providers/meta/webhooks/webhook-event-types.ts'
import { scrubWebhook } from './payload/scrub-bodies.ts'

type Received = StatusEvent & { businessId: number; webhookEventId: number }

/** Statuses go on coming for days after somebody was erased. What they do is done, whom they name is not kept. */
export async function scrubLateStatuses(app: App, events: readonly Received[]): Promise<void> {
  for (const [businessId, theirs] of Map.groupBy(events, (event) => event.businessId)) {
    const named = theirs.map(({ webhookEventId, recipientId, recipientUserId, parentRecipientUserId }) => ({
      webhookEventId,
      addresses: addressesOf(
        readIdentity({
          waId: recipientId,
          userId: recipientUserId,
          parentUserId: parentRecipientUserId,
        }),
      ),
    }))
    const erased = await erasedWithoutLead(
      app,
      businessId,
      named.flatMap(({ addresses }) => addresses),
    )
    if (erased.size === 0) continue
    for (const { webhookEventId, addresses } of named) {
      if (addresses.some((address) => erased.has(address))) {
        await scrubWebhook(app, businessId, webhookEventId, addresses)
      }
    }
  }
}
