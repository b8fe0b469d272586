import { randomInt } from 'node:crypto'
import type { App } from '#server/app.ts'
import type { Sealed } from '#server/platform/secrets.ts'
import { isOfClass } from '#server/providers/meta/errors/error-classes.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import type { StoredText } from '#server/stored-text/stored-text.ts'
import { reasonOf } from '../token/provider-failure.ts'

export const pinContext = (businessId: number, phoneNumberId: string): string =>
  `phone_numbers ${businessId} ${phoneNumberId} pin`

export type Registered = { ok: true } | { ok: false; code: number | undefined; reason: StoredText }

/**
 * Registers a number for sending, once. The PIN is the given one, else the one we have, else a new one. One that nobody
 * else knows is kept before the provider hears it, so that a lost answer does not lose the number's second factor; and
 * a wrong guess does not take its place. Never called again by itself: after ten calls in 72 hours the provider blocks
 * the number for 72 (133016).
 */
export async function registerAtProvider(
  app: App,
  businessId: number,
  phoneNumberId: string,
  token: string,
  givenPin?: string,
): Promise<Registered> {
  const kept = await keptPin(app, businessId, phoneNumberId, givenPin ?? newPin())
  const pin = givenPin ?? kept.pin
  try {
    await app.meta.phoneNumbers.register(token, phoneNumberId, { pin })
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    const reason = reasonOf(error)
    await updateNumber(app, businessId, phoneNumberId, {
      register_error: JSON.stringify(reason),
      register_error_code: error.code ?? null,
    })
    // A PIN the provider refused is not the number's.
    if (isOfClass(error.code, 'wrongPin') && pin === kept.pin)
      await forgetPin(app, businessId, phoneNumberId, kept)
    return { ok: false, code: error.code, reason }
  }
  const sealed = pin === kept.pin ? kept.sealed : sealPin(app, businessId, phoneNumberId, pin)
  await updateNumber(app, businessId, phoneNumberId, {
    pin_ciphertext: sealed.ciphertext,
    pin_key_id: sealed.key_id,
    registered_at: app.now(),
    register_error: null,
    register_error_code: null,
  })
  return { ok: true }
}

/** Six digits, each as likely as the other. */
function newPin(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0')
}

type KeptPin = { pin: string; sealed: Sealed }

const sealPin = (app: App, businessId: number, phoneNumberId: string, pin: string): Sealed =>
  app.secrets.seal(pin, pinContext(businessId, phoneNumberId))

/** The stored PIN; where there is none, `fresh` is stored. Two calls at once get the same one. */
async function keptPin(app: App, businessId: number, phoneNumberId: string, fresh: string): Promise<KeptPin> {
  const sealed = sealPin(app, businessId, phoneNumberId, fresh)
  const number = await app.db
    .updateTable('phone_numbers')
    .set((row) => ({
      pin_ciphertext: row.fn.coalesce('pin_ciphertext', row.val(sealed.ciphertext)),
      pin_key_id: row.fn.coalesce('pin_key_id', row.val(sealed.key_id)),
    }))
    .where('business_id', '=', businessId)
    .where('phone_number_id', '=', phoneNumberId)
    .returning(['pin_ciphertext', 'pin_key_id'])
    .executeTakeFirst()
  if (!number?.pin_ciphertext || !number.pin_key_id) return { pin: fresh, sealed }
  const kept = { ciphertext: number.pin_ciphertext, key_id: number.pin_key_id }
  return { pin: app.secrets.open(kept, pinContext(businessId, phoneNumberId)), sealed: kept }
}

/** Forgets a PIN that is not the number's, unless another took its place meanwhile. */
async function forgetPin(
  app: App,
  businessId: number,
  phoneNumberId: string,
  { sealed }: KeptPin,
): Promise<void> {
  await app.db
    .updateTable('phone_numbers')
    .set({ pin_ciphertext: null, pin_key_id: null })
    .where('business_id', '=', businessId)
    .where('phone_number_id', '=', phoneNumberId)
    .where('pin_ciphertext', '=', sealed.ciphertext)
    .execute()
}

async function updateNumber(
  app: App,
  businessId: number,
  phoneNumberId: string,
  change: {
    pin_ciphertext?: Buffer
    pin_key_id?: string
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
