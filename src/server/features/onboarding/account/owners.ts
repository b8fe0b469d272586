import type { App } from '#server/app.ts'

/** What something that arrives from the provider says of the account and the number it is about. */
export type Named = { phoneNumberId?: string; wabaId: string }

/** Whose some numbers and accounts are; those that are not connected here are absent. */
export type Owners = {
  /** Each number in the accounts it has been in, the present one first. */
  numbers: ReadonlyMap<string, readonly { businessId: number; wabaId: string }[]>
  wabas: ReadonlyMap<string, number>
}

/** Finds whose the named numbers and accounts are, by one look-up for each of both. */
export async function findOwners(app: App, named: readonly Named[]): Promise<Owners> {
  const [numbers, wabas] = [
    new Map<string, { businessId: number; wabaId: string }[]>(),
    new Map<string, number>(),
  ]
  const numberIds = new Set(named.map(({ phoneNumberId }) => phoneNumberId).filter((id) => id !== undefined))
  const wabaIds = new Set(named.map(({ wabaId }) => wabaId).filter((id) => id !== ''))
  // What was disconnected keeps its history: late statuses of its messages still find their way.
  if (numberIds.size > 0) {
    const rows = await app.db
      .selectFrom('phone_numbers')
      .select(['phone_number_id', 'business_id', 'waba_id'])
      .where('phone_number_id', 'in', [...numberIds])
      .orderBy('disconnected_at', (order) => order.desc().nullsFirst())
      .execute()
    for (const { phone_number_id, business_id, waba_id } of rows) {
      const known = numbers.get(phone_number_id) ?? []
      numbers.set(phone_number_id, [...known, { businessId: business_id, wabaId: waba_id }])
    }
  }
  if (wabaIds.size > 0) {
    const rows = await app.db
      .selectFrom('whatsapp_accounts')
      .select(['waba_id', 'business_id'])
      .where('waba_id', 'in', [...wabaIds])
      .orderBy((order) => order.case().when('status', '<>', 'disconnected').then(0).else(1).end())
      .orderBy('disconnected_at', (order) => order.desc().nullsFirst())
      .execute()
    for (const { waba_id, business_id } of rows) {
      if (!wabas.has(waba_id)) wabas.set(waba_id, business_id)
    }
  }
  return { numbers, wabas }
}

/** The one business that something is about, or why there is none. */
export type Owner = { businessId: number } | { businessId: undefined; because: 'unknown' | 'disagree' }

/**
 * Decides whose something is. A number is in one account: where the named account is another one, nobody can say whose
 * it is, and it is nobody's.
 */
export function ownerOf(owners: Owners, { phoneNumberId, wabaId }: Named): Owner {
  const places = phoneNumberId === undefined ? undefined : owners.numbers.get(phoneNumberId)
  if (!places) {
    const businessId = owners.wabas.get(wabaId)
    return businessId === undefined ? { businessId, because: 'unknown' } : { businessId }
  }
  const place = wabaId === '' ? places[0] : places.find((one) => one.wabaId === wabaId)
  return place ? { businessId: place.businessId } : { businessId: undefined, because: 'disagree' }
}

/** Whether a business owns everything that is named: a number or account that nobody knows is not its own. */
export function ownsAllOf(owners: Owners, businessId: number, named: Named): boolean {
  const { phoneNumberId, wabaId } = named
  if (phoneNumberId === undefined && wabaId === '') return true
  if (phoneNumberId !== undefined && !owners.numbers.has(phoneNumberId)) return false
  return ownerOf(owners, named).businessId === businessId
}
