import type { App } from '#server/app.ts'
import type { Waba } from '#server/providers/meta/calls/business-accounts.ts'
import type { PhoneNumber } from '#server/providers/meta/calls/phone-numbers.ts'
import type { TokenFacts } from '#server/providers/meta/calls/tokens.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { explanationOf } from '#server/stored-text/read-text.ts'
import { textOf } from '#server/stored-text/stored-text.ts'
import { tokenInUse } from '../token/account-token.ts'
import { deadTokenReason } from '../token/dead-token.ts'
import { isDeadToken } from '../token/provider-failure.ts'
import { announceUsable, markConnected, markReconnect } from './account-state.ts'
import { chooseDefault, lockConnection, storeNumbers } from './store-account.ts'

/** What the provider said of one account just now; parts it did not say are absent, with the error that came instead. */
export type FreshAccount = {
  waba_id: string
  name: string
  token?: string
  facts?: TokenFacts
  waba?: Waba
  numbers?: PhoneNumber[]
  error?: MetaError
}

/**
 * Asks the provider how every connected account of a business stands, and keeps the answers. A token that is no
 * longer taken marks its account; one that is taken again sets it going. A provider that cannot be reached changes
 * nothing.
 */
export async function refreshAccounts(app: App, businessId: number): Promise<FreshAccount[]> {
  const accounts = await app.db
    .selectFrom('whatsapp_accounts')
    .select(['waba_id', 'name', 'status', 'token_ciphertext', 'token_key_id'])
    .where('business_id', '=', businessId)
    .where('status', '<>', 'disconnected')
    .orderBy('connected_at')
    .execute()
  const fresh = await Promise.all(
    accounts.map(async (account) => {
      const token = await tokenInUse(app, businessId, account)
      return await refreshAccount(app, businessId, account, token)
    }),
  )
  // A number added at the provider may be the first; the one that sent may be gone there.
  await app.transaction(async (tx) => {
    await lockConnection(tx, businessId)
    const chosen = await chooseDefault(tx, businessId)
    // Without a number neither templates were read nor could anything be sent.
    if (chosen) await announceUsable(tx, businessId, chosen.waba_id)
  })
  return fresh
}

async function refreshAccount(
  app: App,
  businessId: number,
  { waba_id: wabaId, name, status }: { waba_id: string; name: string; status: string },
  token: string | undefined,
): Promise<FreshAccount> {
  const fresh: FreshAccount = { waba_id: wabaId, name, token }
  const readAt = app.now()
  if (!token) {
    await markReconnect(app, businessId, wabaId, textOf('onboarding.account.reason.noToken'))
    return fresh
  }
  try {
    fresh.facts = await app.meta.debugToken(token)
    if (!fresh.facts.valid) {
      const { facts } = fresh
      await app.transaction(async (tx) => {
        if (await isUsedStill(tx, businessId, wabaId, token))
          await keepTokenFacts(tx, businessId, wabaId, facts)
      })
      await markReconnect(app, businessId, wabaId, deadTokenReason(fresh.facts, app.now()), token)
      return fresh
    }
    fresh.waba = await app.meta.waba.get(token, wabaId)
    fresh.numbers = await app.meta.phoneNumbers.list(token, wabaId)
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    fresh.error = error
    if (isDeadToken(error)) {
      await markReconnect(app, businessId, wabaId, explanationOf(error, 'sentence'), token)
    }
    return fresh
  }
  const { facts, waba, numbers } = fresh
  const keep = async (tx: App): Promise<boolean> => {
    if (!(await isUsedStill(tx, businessId, wabaId, token))) return false
    await keepTokenFacts(tx, businessId, wabaId, facts)
    await tx.db
      .updateTable('whatsapp_accounts')
      .set({
        name: waba.name ?? name,
        portfolio_id: waba.ownerBusiness?.id ?? null,
        currency: waba.currency ?? null,
        country: waba.country ?? null,
        account_review_status: waba.reviewStatus ?? null,
        reviewed_at: readAt,
        business_verification_status: waba.verificationStatus ?? null,
        checked_at: tx.now(),
      })
      .where('business_id', '=', businessId)
      .where('waba_id', '=', wabaId)
      .where('status', '<>', 'disconnected')
      .execute()
    await storeNumbers(tx, businessId, wabaId, { numbers, readAt })
    return true
  }
  const kept = await app.transaction(keep)
  // A token that was refused while this was asked is dead, whatever was said of it before.
  if (kept && status === 'reconnect') await markConnected(app, businessId, wabaId)
  return fresh
}

/**
 * Whether an account is connected, and used with the token that the provider was asked with: what was said of another
 * one is of no account now, and nobody changes the account until the transaction ends.
 */
async function isUsedStill(tx: App, businessId: number, wabaId: string, token: string): Promise<boolean> {
  await lockConnection(tx, businessId)
  const account = await tx.db
    .selectFrom('whatsapp_accounts')
    .select(['waba_id', 'token_ciphertext', 'token_key_id'])
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .where('status', '<>', 'disconnected')
    .forUpdate()
    .executeTakeFirst()
  return account !== undefined && (await tokenInUse(tx, businessId, account)) === token
}

async function keepTokenFacts(
  app: App,
  businessId: number,
  wabaId: string,
  facts: TokenFacts,
): Promise<void> {
  await app.db
    .updateTable('whatsapp_accounts')
    .set({ token_expires_at: facts.expiresAt ?? null, token_scopes: facts.scopes })
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .where('status', '<>', 'disconnected')
    .execute()
}
