import { randomInt } from 'node:crypto'
import type { App } from '#server/app.ts'
import { MetaError } from '#server/providers/meta/meta-error.ts'
import { sentenceOf } from './provider-failure.ts'

const pinContext = (businessId: number, phoneNumberId: string): string =>
  `phone_numbers ${businessId} ${phoneNumberId} pin`

export type Registered = { ok: true } | { ok: false; code: number | undefined; sentence: string }

/**
 * Registers a number for sending, once. The PIN is the given one, else the one we have, else a new one; it is kept
 * before the provider hears it, so that a lost answer does not lose the number's second factor. Never called again
 * by itself: after ten calls in 72 hours the provider blocks the number for 72 (133016).
 */
export async function registerAtProvider(
  app: App,
  businessId: number,
  phoneNumberId: string,
  token: string,
  givenPin?: string,
): Promise<Registered> {
  const pin = givenPin ?? (await storedPin(app, businessId, phoneNumberId)) ?? newPin()
  const sealed = app.secrets.seal(pin, pinContext(businessId, phoneNumberId))
  await updateNumber(app, businessId, phoneNumberId, {
    pin_ciphertext: sealed.ciphertext,
    pin_key_id: sealed.key_id,
  })
  try {
    await app.meta.phoneNumbers.register(token, phoneNumberId, { pin })
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    const sentence = sentenceOf(error)
    await updateNumber(app, businessId, phoneNumberId, {
      register_error: sentence,
      register_error_code: error.code ?? null,
      // A PIN the provider refused is not the number's.
      ...(error.code === wrongPinCode && { pin_ciphertext: null, pin_key_id: null }),
    })
    return { ok: false, code: error.code, sentence }
  }
  await updateNumber(app, businessId, phoneNumberId, {
    registered_at: app.now(),
    register_error: null,
    register_error_code: null,
  })
  return { ok: true }
}

/** Two-step verification is on with another PIN. */
export const wrongPinCode = 133005

/** Six digits, each as likely as the other. */
function newPin(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0')
}

async function storedPin(app: App, businessId: number, phoneNumberId: string): Promise<string | undefined> {
  const row = await app.db
    .selectFrom('phone_numbers')
    .select(['pin_ciphertext', 'pin_key_id'])
    .where('business_id', '=', businessId)
    .where('phone_number_id', '=', phoneNumberId)
    .executeTakeFirst()
  if (!row?.pin_ciphertext || !row.pin_key_id) return undefined
  const sealed = { ciphertext: row.pin_ciphertext, key_id: row.pin_key_id }
  return app.secrets.open(sealed, pinContext(businessId, phoneNumberId))
}

async function updateNumber(
  app: App,
  businessId: number,
  phoneNumberId: string,
  change: {
    pin_ciphertext?: Buffer | null
    pin_key_id?: string | null
    registered_at?: Date
    register_error?: string | null
    register_error_code?: number | null
  },
): Promise<void> {
  await app.db
    .updateTable('phone_numbers')
    .set(change)
    .where('business_id', '=', businessId)
    .where('phone_number_id', '=', phoneNumberId)
    .execute()
}
