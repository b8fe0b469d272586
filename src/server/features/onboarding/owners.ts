import type { App } from '#server/app.ts'

export type NumberOwner = { business_id: number; waba_id: string }

/** Whose these sending numbers are, for what arrives from the provider; unknown ones are absent. */
export async function ownersOfPhoneNumbers(
  app: App,
  phoneNumberIds: readonly string[],
): Promise<Map<string, NumberOwner>> {
  if (phoneNumberIds.length === 0) return new Map()
  // A number that was disconnected keeps its history: late statuses of its messages still find their way.
  const rows = await app.db
    .selectFrom('phone_numbers')
    .select(['phone_number_id', 'business_id', 'waba_id', 'disconnected_at'])
    .where('phone_number_id', 'in', [...new Set(phoneNumberIds)])
    .orderBy((order) => order.case().when('disconnected_at', 'is', null).then(1).else(0).end(), 'asc')
    .orderBy('disconnected_at', 'asc')
    .execute()
  return new Map(
    rows.map(({ phone_number_id, business_id, waba_id }) => [phone_number_id, { business_id, waba_id }]),
  )
}

/** Whose these accounts (WABAs) are; unknown ones are absent. */
export async function ownersOfWabas(
  app: App,
  wabaIds: readonly string[],
): Promise<Map<string, { business_id: number }>> {
  if (wabaIds.length === 0) return new Map()
  const rows = await app.db
    .selectFrom('whatsapp_accounts')
    .select(['waba_id', 'business_id', 'disconnected_at'])
    .where('waba_id', 'in', [...new Set(wabaIds)])
    .orderBy((order) => order.case().when('status', '<>', 'disconnected').then(1).else(0).end(), 'asc')
    .orderBy('disconnected_at', 'asc')
    .execute()
  return new Map(rows.map(({ waba_id, business_id }) => [waba_id, { business_id }]))
}
