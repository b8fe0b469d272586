import type { App } from '#server/app.ts'
import { ownersOfPhoneNumbers, ownersOfWabas } from '#server/features/onboarding/onboarding.ts'
import type { WebhookEvent } from '#server/providers/meta/webhook-events.ts'

/** Which business each number and account in some events belongs to. */
export type Owners = {
  numbers: ReadonlyMap<string, { business_id: number }>
  wabas: ReadonlyMap<string, { business_id: number }>
}

export async function ownersOf(app: App, events: readonly WebhookEvent[]): Promise<Owners> {
  const numbers = new Set<string>()
  const wabas = new Set<string>()
  for (const event of events) {
    if ('phoneNumberId' in event && event.phoneNumberId) numbers.add(event.phoneNumberId)
    if (event.wabaId) wabas.add(event.wabaId)
  }
  return {
    numbers: numbers.size > 0 ? await ownersOfPhoneNumbers(app, [...numbers]) : new Map(),
    wabas: wabas.size > 0 ? await ownersOfWabas(app, [...wabas]) : new Map(),
  }
}

/** The business an event is about; undefined when it names nothing that is connected here. */
export function ownerOf(owners: Owners, event: WebhookEvent): number | undefined {
  const number =
    'phoneNumberId' in event && event.phoneNumberId ? owners.numbers.get(event.phoneNumberId) : undefined
  return (number ?? owners.wabas.get(event.wabaId))?.business_id
}

/**
 * The one business that a webhook is about. Null when it names several, or none: then only the operator of the
 * install may look into it, because its body tells each about the others.
 */
export function onlyOwnerOf(owners: Owners, events: readonly WebhookEvent[]): number | null {
  const found = new Set(events.map((event) => ownerOf(owners, event)))
  const [owner] = found
  return found.size === 1 && owner !== undefined ? owner : null
}
