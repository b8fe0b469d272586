import type { App } from '#server/app.ts'
import { forgetProviderApiKey } from '#server/features/accounts/accounts.ts'
import { WrongKeyError } from '#server/platform/secrets.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import type { StoredText } from '#server/stored-text/stored-text.ts'
import { accountToken, forgetLogin, tokenInUse } from '../token/account-token.ts'
import { forgetBlocks } from './account-state.ts'
import { lanesWanted } from './job-names.ts'
import { chooseDefault, lockConnection } from './store-account.ts'

/**
 * Ends an account's connection: its tokens are removed at once and nothing is sent any more; messages, templates
 * and numbers stay as history. With the last account the business's other tokens go too.
 * @param options.atProvider whether the app is also taken off the account at the provider, so that its events stop.
 * @param options.at when that was, as the provider told it: an account that was connected since stays.
 * @returns false when the account is not connected (any more).
 */
export async function disconnectAccount(
  app: App,
  businessId: number,
  wabaId: string,
  options: { reason: StoredText; atProvider: boolean; at?: Date | undefined },
): Promise<boolean> {
  const { at } = options
  const ended = await app.transaction(async (tx) => {
    await lockConnection(tx, businessId)
    const account = await tx.db
      .selectFrom('whatsapp_accounts')
      .select(['waba_id', 'token_ciphertext', 'token_key_id'])
      .where('business_id', '=', businessId)
      .where('waba_id', '=', wabaId)
      .where('status', '<>', 'disconnected')
      .$if(at !== undefined, (query) => query.where('connected_at', '<=', at!))
      .forUpdate()
      .executeTakeFirst()
    if (!account) return undefined
    await endAccount(tx, businessId, wabaId, options.reason)
    await chooseDefault(tx, businessId)
    await forgetLogin(tx, businessId)
    const others = await tx.db
      .selectFrom('whatsapp_accounts')
      .select('waba_id')
      .where('business_id', '=', businessId)
      .where('status', '<>', 'disconnected')
      .executeTakeFirst()
    if (!others) await forgetProviderApiKey(tx, businessId)
    return { token: readableToken(() => accountToken(tx, businessId, account)) }
  })
  if (options.atProvider && ended?.token) await unsubscribe(app, ended.token, wabaId)
  return ended !== undefined
}

/** Ends all connections of a business, here and at the provider. It may run again where it ended. */
export async function disconnectAll(app: App, businessId: number, reason: StoredText): Promise<void> {
  const accounts = await app.db
    .selectFrom('whatsapp_accounts')
    .select('waba_id')
    .where('business_id', '=', businessId)
    .where('status', '<>', 'disconnected')
    .execute()
  for (const { waba_id } of accounts) {
    await disconnectAccount(app, businessId, waba_id, { reason, atProvider: true })
  }
}

/** Takes an account's tokens and numbers away, under `lockConnection`; which number is the default is not decided here. */
export async function endAccount(
  tx: App,
  businessId: number,
  wabaId: string,
  reason: StoredText,
): Promise<void> {
  await tx.db
    .updateTable('whatsapp_accounts')
    .set({
      status: 'disconnected',
      status_reason: JSON.stringify(reason),
      token_ciphertext: null,
      token_key_id: null,
      token_scopes: [],
      app_subscribed_at: null,
      disconnected_at: tx.now(),
    })
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .execute()
  await forgetBlocks(tx, businessId, wabaId)
  await tx.db
    .updateTable('phone_numbers')
    .set({ disconnected_at: tx.now(), is_default: false })
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .where('disconnected_at', 'is', null)
    .execute()
  // What is being sent looks again at once, and finds that it may not: it would hold the token for seconds.
  await tx.enqueue(lanesWanted, { business_id: businessId, waba_id: wabaId })
}

/** A token encrypted with a lost key counts as gone: the account can still be disconnected. */
function readableToken(read: () => string | undefined): string | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof WrongKeyError) return undefined
    throw error
  }
}

async function unsubscribe(app: App, token: string, wabaId: string): Promise<void> {
  try {
    await app.meta.subscribedApps.unsubscribe(token, wabaId)
    await subscribeAgain(app, wabaId)
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    // We no longer have the token: events that still come are for nobody and are kept unapplied.
    app.log.info({ err: error, wabaId }, 'the app could not be taken off a disconnected account')
  }
}

/** Connected again while the app was taken off, here or in another business: its events go on. */
async function subscribeAgain(app: App, wabaId: string): Promise<void> {
  const account = await app.db
    .selectFrom('whatsapp_accounts')
    .select(['business_id', 'waba_id', 'token_ciphertext', 'token_key_id'])
    .where('waba_id', '=', wabaId)
    .where('status', '<>', 'disconnected')
    .executeTakeFirst()
  const token = account && (await tokenInUse(app, account.business_id, account))
  if (token) await app.meta.subscribedApps.subscribe(token, wabaId)
}
