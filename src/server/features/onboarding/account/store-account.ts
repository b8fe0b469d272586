import { type ExpressionBuilder, sql } from 'kysely'
import { phoneFrom } from '#contract/text/phone-text.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { lockHolder } from '#server/platform/by-whole-key.ts'
import { breaksConstraint } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import type { PhoneNumber } from '#server/providers/meta/calls/phone-numbers.ts'
import type { Tables } from '#server/tables.ts'
import { type StoredToken, sealAccountToken } from '../token/account-token.ts'
import { forgetBlocks } from './account-state.ts'
import type { ReachedAccount } from './business-assets.ts'
import { lanesWanted } from './job-names.ts'
import { requestCheck } from './request-check.ts'

/**
 * Writes an account with its numbers and token as connected. Numbers that the account no longer has are ended; the
 * named number becomes the default, else the one that is stays, else the first that can send.
 * @throws AppError `conflict` when another business here has the account or one of its numbers.
 */
export async function storeAccount(
  tx: App,
  businessId: number,
  { waba, numbers, readAt }: ReachedAccount & { readAt: Date },
  login: StoredToken & { expiresAt: Date | undefined; scopes: readonly string[] },
  defaultNumberId: string | undefined,
): Promise<void> {
  try {
    await upsertAccount(tx, businessId, waba, login)
    await storeNumbers(tx, businessId, waba.id, { numbers, readAt })
    await chooseDefault(tx, businessId, { wanted: defaultNumberId, wabaId: waba.id })
  } catch (error) {
    if (breaksConstraint(error, 'whatsapp_accounts_one_owner')) {
      throw new AppError('conflict', t('onboarding.account.taken'), { cause: error })
    }
    if (breaksConstraint(error, 'phone_numbers_one_owner')) {
      throw new AppError('conflict', t('onboarding.account.numberTaken'), { cause: error })
    }
    throw error
  }
}

async function upsertAccount(
  tx: App,
  businessId: number,
  waba: ReachedAccount['waba'],
  login: StoredToken & { expiresAt: Date | undefined; scopes: readonly string[] },
): Promise<void> {
  const sealed = sealAccountToken(tx, businessId, waba.id, login.token)
  const row = {
    name: waba.name ?? waba.id,
    portfolio_id: waba.ownerBusiness?.id ?? null,
    currency: waba.currency ?? null,
    country: waba.country ?? null,
    account_review_status: waba.reviewStatus ?? null,
    reviewed_at: tx.now(),
    business_verification_status: waba.verificationStatus ?? null,
    status: 'connected',
    status_reason: null,
    token_kind: login.kind,
    token_ciphertext: sealed.ciphertext,
    token_key_id: sealed.key_id,
    token_expires_at: login.expiresAt ?? null,
    token_scopes: [...login.scopes],
    connected_at: tx.now(),
    disconnected_at: null,
    checked_at: tx.now(),
  }
  await tx.db
    .insertInto('whatsapp_accounts')
    .values({ business_id: businessId, waba_id: waba.id, ...row })
    .onConflict((conflict) => conflict.columns(['business_id', 'waba_id']).doUpdateSet(row))
    .execute()
  await forgetBlocks(tx, businessId, waba.id)
}

/**
 * One change of a business's accounts, numbers and default at a time: taken first in a transaction, it keeps two that
 * connect, disconnect or refresh from deciding by what the other is about to change, and from waiting for each other.
 */
export async function lockConnection(tx: App, businessId: number): Promise<void> {
  await lockOfBusiness(tx.db, lockHolder(businessId), 'connection')
}

/**
 * Brings the numbers of an account up to what the provider says of them; what it no longer has is ended. What was read
 * of a number later than `readAt` stays. Under `lockConnection`.
 */
export async function storeNumbers(
  tx: App,
  businessId: number,
  wabaId: string,
  { numbers, readAt }: { numbers: readonly PhoneNumber[]; readAt: Date },
): Promise<void> {
  const known = await tx.db
    .selectFrom('phone_numbers')
    .select(['phone_number_id', 'messaging_limit', 'checked_at', 'disconnected_at'])
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .execute()
  const newer = new Set(
    known
      .filter(({ checked_at, disconnected_at }) => !disconnected_at && checked_at && checked_at > readAt)
      .map(({ phone_number_id }) => phone_number_id),
  )
  const away = await takeMoved(tx, businessId, wabaId, { numbers, readAt })
  const listed = numbers.filter(
    ({ id, displayPhoneNumber }) => displayPhoneNumber && !newer.has(id) && !away.has(id),
  )
  const limits = new Map(known.map((number) => [number.phone_number_id, number.messaging_limit]))
  for (const number of listed) {
    const row = {
      waba_id: wabaId,
      phone: `+${number.displayPhoneNumber?.replace(/\D/g, '')}`,
      display_phone_number: phoneFrom(number.displayPhoneNumber ?? ''),
      verified_name: number.verifiedName ?? '',
      status: number.status ?? 'UNKNOWN',
      quality_rating: number.qualityRating ?? 'UNKNOWN',
      code_verification_status: number.codeVerificationStatus ?? null,
      name_status: number.nameStatus ?? null,
      name_at: readAt,
      throughput_per_second: number.messagesPerSecond,
      // Not told: what was known stays, and a new number has the least there is.
      ...(number.messagingLimit !== undefined && {
        messaging_limit: number.messagingLimit,
        limit_at: readAt,
      }),
      on_business_app: number.onBusinessApp,
      checked_at: readAt,
      disconnected_at: null,
    }
    await tx.db
      .insertInto('phone_numbers')
      .values({ business_id: businessId, phone_number_id: number.id, ...row })
      .onConflict((conflict) => conflict.columns(['business_id', 'phone_number_id']).doUpdateSet(row))
      .execute()
  }
  // What waits for the next day goes on at once under a higher limit.
  if (
    listed.some(
      ({ id, messagingLimit: limit }) => limit !== undefined && limits.has(id) && limits.get(id) !== limit,
    )
  ) {
    await tx.enqueue(lanesWanted, { business_id: businessId, waba_id: wabaId })
  }
  await tx.db
    .updateTable('phone_numbers')
    .set({ disconnected_at: tx.now(), is_default: false })
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .where('disconnected_at', 'is', null)
    .where((where) => where.or([where('checked_at', 'is', null), where('checked_at', '<=', readAt)]))
    .$if(listed.length > 0, (query) =>
      query.where(
        'phone_number_id',
        'not in',
        listed.map(({ id }) => id),
      ),
    )
    .execute()
}

/**
 * Ends numbers in other businesses' accounts that the provider has moved into this one. A number is in one account at
 * a time, and an account is one business's here: the latest list that has the number tells whose it is.
 * @returns those that a later list has in another business's account.
 */
async function takeMoved(
  tx: App,
  businessId: number,
  wabaId: string,
  { numbers, readAt }: { numbers: readonly PhoneNumber[]; readAt: Date },
): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set()
  const isElsewhere = (where: ExpressionBuilder<Tables, 'phone_numbers'>) =>
    where.and([
      where(
        'phone_number_id',
        'in',
        numbers.map(({ id }) => id),
      ),
      where('business_id', '<>', businessId),
      where('waba_id', '<>', wabaId),
      where('disconnected_at', 'is', null),
    ])
  const moved = await tx.db
    .updateTable('phone_numbers')
    .set({ disconnected_at: tx.now(), is_default: false })
    .where(isElsewhere)
    .where((where) => where.or([where('checked_at', 'is', null), where('checked_at', '<=', readAt)]))
    .returning(['business_id', 'waba_id'])
    .execute()
  for (const { business_id, waba_id } of moved) {
    await tx.enqueue(lanesWanted, { business_id, waba_id })
    // Its check chooses another default number, under that business's own lock.
    await requestCheck(tx, business_id)
  }
  const away = await tx.db.selectFrom('phone_numbers').select('phone_number_id').where(isElsewhere).execute()
  return new Set(away.map(({ phone_number_id }) => phone_number_id))
}

/**
 * Sees to it that the business has a default number as long as it has a number at all: the wanted one, else the one
 * that is, else the one that can send best, of the named account before those of others.
 * Under `lockConnection`.
 * @returns the number that has become the default just now.
 */
export async function chooseDefault(
  tx: App,
  businessId: number,
  { wanted, wabaId }: { wanted?: string | undefined; wabaId?: string | undefined } = {},
): Promise<{ phone_number_id: string; waba_id: string } | undefined> {
  const rows = await tx.db
    .selectFrom('phone_numbers')
    .select(['phone_number_id', 'waba_id', 'is_default'])
    .where('business_id', '=', businessId)
    .where('disconnected_at', 'is', null)
    .orderBy(sql`status = 'CONNECTED'`, 'desc')
    .orderBy(sql`code_verification_status = 'VERIFIED'`, 'desc')
    .orderBy('created_at')
    .execute()
  const chosen =
    rows.find(({ phone_number_id }) => phone_number_id === wanted) ??
    rows.find(({ is_default }) => is_default) ??
    rows.find(({ waba_id }) => waba_id === wabaId) ??
    rows[0]
  if (!chosen || chosen.is_default) return undefined
  await setDefault(tx, businessId, chosen.phone_number_id)
  return chosen
}

/**
 * Makes a number the business's default, in place of the one that was. Under `lockConnection`.
 * @returns false for a number that is not connected (any more).
 */
export async function setDefault(tx: App, businessId: number, phoneNumberId: string): Promise<boolean> {
  await tx.db
    .updateTable('phone_numbers')
    .set({ is_default: false })
    .where('business_id', '=', businessId)
    .where('is_default', '=', true)
    .execute()
  const chosen = await tx.db
    .updateTable('phone_numbers')
    .set({ is_default: true })
    .where('business_id', '=', businessId)
    .where('phone_number_id', '=', phoneNumberId)
    .where('disconnected_at', 'is', null)
    .returning('phone_number_id')
    .executeTakeFirst()
  return chosen !== undefined
}
