import type { App } from '#server/app.ts'
import {
  findOwners,
  type Named,
  type Owner,
  type Owners,
  ownerOf,
} from '#server/features/onboarding/onboarding.ts'
import type { WebhookEvent } from '#server/providers/meta/webhooks/webhook-events.ts'

/** An event of which it is decided whose it is. */
export type Owned<E extends WebhookEvent = WebhookEvent> = E & { businessId: number }

/** The number and the account that an event names. */
export function namedBy(event: WebhookEvent): Named {
  const phoneNumberId = 'phoneNumberId' in event ? event.phoneNumberId : undefined
  return { wabaId: event.wabaId, ...(phoneNumberId && { phoneNumberId }) }
}

export function ownersOf(app: App, events: readonly WebhookEvent[]): Promise<Owners> {
  return findOwners(app, events.map(namedBy))
}

/** Decides whose an event is: for what may be tested, for where it is shown, and for what it does. */
export function eventOwner(owners: Owners, event: WebhookEvent): Owner {
  return ownerOf(owners, namedBy(event))
}

/**
 * The one business that a webhook is about. Null when it names several, or none: then only the operator of the
 * install may look into it, because its body tells each about the others.
 */
export function onlyOwnerOf(owners: Owners, events: readonly WebhookEvent[]): number | null {
  const found = new Set(events.map((event) => eventOwner(owners, event).businessId))
  const [owner] = found
  return found.size === 1 && owner !== undefined ? owner : null
}
