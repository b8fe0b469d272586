import type { App } from '#server/app.ts'
import { findProviderApiKey, forgetProviderApiKey } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { asAppError } from '../token/provider-failure.ts'
import { readUsableToken } from '../token/token-check.ts'
import { findWaba } from './business-assets.ts'

/**
 * Asks the provider what a key is good for, before it is kept: it is used in place of every other access, so one that
 * the provider refuses, or that does not reach an account that sends now, would stop what works.
 * @throws AppError `rule_broken` with the reason at the field; `provider_failed` where the provider cannot be asked.
 */
export async function checkProviderKey(app: App, businessId: number, key: string): Promise<void> {
  try {
    await readUsableToken(app, key)
    const { reached, unreached } = await reach(app, businessId, key)
    const stopped = unreached.filter(({ status }) => status === 'connected')
    const [first] = stopped.length > 0 ? stopped : reached.length === 0 ? unreached : []
    if (first) {
      throw new AppError(
        'rule_broken',
        t('onboarding.account.key.unreached', { name: first.name, wabaId: first.waba_id }),
      )
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rule_broken') throw error
    throw new AppError('rule_broken', error.message, { fields: { api_key: error.message }, cause: error })
  }
}

/**
 * Somebody connects anew with another access while a key is saved, which goes before it. A dead key is in the way and
 * of no use to anybody: it is forgotten.
 * @returns what was found, where the owner should know it.
 */
export async function removeForeignKey(
  app: App,
  businessId: number,
  access: { token: string; wabaId: string },
): Promise<{ ok: boolean; sentence: string } | undefined> {
  const key = await findProviderApiKey(app, businessId)
  if (!key || key === access.token) return undefined
  try {
    if (!(await app.meta.debugToken(key)).valid) {
      await forgetProviderApiKey(app, businessId, key)
      return {
        ok: true,
        sentence: t('onboarding.account.key.forgotten'),
      }
    }
    if (await findWaba(app, key, access.wabaId)) return undefined
  } catch (error) {
    // It may be as good as before; the doctor tells when it is not.
    if (error instanceof MetaError) return undefined
    throw error
  }
  return {
    ok: false,
    sentence: t('onboarding.account.key.inTheWay'),
  }
}

export type Standing = { waba_id: string; name: string; status: string; status_reason: unknown }

/** The accounts of a business that are not disconnected, the oldest first. */
export async function standing(app: App, businessId: number): Promise<Standing[]> {
  return await app.db
    .selectFrom('whatsapp_accounts')
    .select(['waba_id', 'name', 'status', 'status_reason'])
    .where('business_id', '=', businessId)
    .where('status', '<>', 'disconnected')
    .orderBy('connected_at')
    .execute()
}

async function reach(
  app: App,
  businessId: number,
  key: string,
): Promise<{ reached: Standing[]; unreached: Standing[] }> {
  const accounts = await standing(app, businessId)
  const found = await Promise.all(
    accounts.map(async ({ waba_id }) => await findWaba(app, key, waba_id).catch(asAppError)),
  )
  return {
    reached: accounts.filter((_, index) => found[index]),
    unreached: accounts.filter((_, index) => !found[index]),
  }
}
