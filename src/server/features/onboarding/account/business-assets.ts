import type { BusinessAssets } from '#contract/onboarding.ts'
import { phoneFrom } from '#contract/text/phone-text.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Waba } from '#server/providers/meta/calls/business-accounts.ts'
import type { PhoneNumber } from '#server/providers/meta/calls/phone-numbers.ts'
import { type TokenFacts, wabaIdsOf } from '#server/providers/meta/calls/tokens.ts'
import { isMissingPermission, isOfClass } from '#server/providers/meta/errors/error-classes.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { findToken } from '../token/account-token.ts'
import { asAppError } from '../token/provider-failure.ts'
import { readUsableToken } from '../token/token-check.ts'

/** An account that a token reaches, with its numbers. */
export type ReachedAccount = { waba: Waba; numbers: PhoneNumber[] }

/** Accounts read in one go: a token that reaches more is a partner's, and names its accounts one by one. */
const mostAccounts = 50

/**
 * The accounts a token reaches, the most recently shared first, with their numbers. An account that was named to
 * us and has since been withdrawn is left out.
 */
export async function reachedAccounts(app: App, token: string, facts: TokenFacts): Promise<ReachedAccount[]> {
  try {
    const wabas = await withoutTestPhones(app, await reachedWabas(app, token, facts))
    return await Promise.all(
      wabas.map(async (waba) => ({ waba, numbers: await app.meta.phoneNumbers.list(token, waba.id) })),
    )
  } catch (error) {
    return asAppError(error)
  }
}

/** An account that is there for a test phone alone is nobody's to connect. */
async function withoutTestPhones(app: App, wabas: Waba[]): Promise<Waba[]> {
  if (!app.settings.testUsers || wabas.length === 0) return wabas
  const rows = await app.db
    .selectFrom('whatsapp_accounts')
    .select('waba_id')
    .where('for_test_phone', '=', true)
    .where(
      'waba_id',
      'in',
      wabas.map(({ id }) => id),
    )
    .execute()
  const taken = new Set(rows.map(({ waba_id }) => waba_id))
  return wabas.filter(({ id }) => !taken.has(id))
}

async function reachedWabas(app: App, token: string, facts: TokenFacts): Promise<Waba[]> {
  const named = wabaIdsOf(facts)
  if (named) {
    const found = await Promise.all(named.slice(0, mostAccounts).map((id) => findWaba(app, token, id)))
    return found.filter((waba) => waba !== undefined)
  }
  // The permission holds for everything of the business: then its accounts are listed.
  const businesses = await businessesOf(app, token)
  const lists = await Promise.all(
    businesses.flatMap(({ id }) => [app.meta.waba.ownedBy(token, id), app.meta.waba.clientsOf(token, id)]),
  )
  const byId = new Map(lists.flat().map((waba) => [waba.id, waba]))
  return [...byId.values()].slice(0, mostAccounts)
}

/** Listing businesses takes a permission of its own, which is not needed where the owner names the account. */
async function businessesOf(app: App, token: string): Promise<{ id: string }[]> {
  try {
    return await app.meta.waba.businesses(token)
  } catch (error) {
    if (error instanceof MetaError && isMissingPermission(error.code)) return []
    throw error
  }
}

export async function findWaba(app: App, token: string, wabaId: string): Promise<Waba | undefined> {
  try {
    return await app.meta.waba.get(token, wabaId)
  } catch (error) {
    if (error instanceof MetaError && isOfClass(error.code, 'notVisible')) return undefined
    throw error
  }
}

/** The accounts and numbers to choose from. */
export async function listBusinessAssets(app: App, businessId: number): Promise<BusinessAssets> {
  const stored = await findToken(app, businessId)
  if (!stored) {
    throw new AppError('rule_broken', t('onboarding.account.noLoginToChoose'))
  }
  const facts = await readUsableToken(app, stored.token)
  const reached = await reachedAccounts(app, stored.token, facts)
  const connected = await app.db
    .selectFrom('whatsapp_accounts')
    .select('waba_id')
    .where('business_id', '=', businessId)
    .where('status', '<>', 'disconnected')
    .execute()
  const known = new Set(connected.map(({ waba_id }) => waba_id))
  return {
    wabas: reached.map(({ waba }) => ({
      id: waba.id,
      name: waba.name ?? waba.id,
      connected: known.has(waba.id),
    })),
    phone_numbers: reached.flatMap(({ waba, numbers }) =>
      numbers.map((number) => ({
        id: number.id,
        display_name:
          [number.displayPhoneNumber && phoneFrom(number.displayPhoneNumber), number.verifiedName]
            .filter(Boolean)
            .join(' · ') || number.id,
        waba_id: waba.id,
        status: number.status ?? 'UNKNOWN',
      })),
    ),
  }
}
