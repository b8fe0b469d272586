import type { App } from '#server/app.ts'
import { findProviderApiKey } from '#server/features/accounts/accounts.ts'
import type { Sealed } from '#server/platform/secrets.ts'

type Row = { waba_id: string; token_ciphertext: Buffer | null; token_key_id: string | null }

export const accountContext = (businessId: number, wabaId: string): string =>
  `whatsapp_accounts ${businessId} ${wabaId} token`
export const loginContext = (businessId: number): string => `meta_logins ${businessId} token`

export const sealAccountToken = (app: App, businessId: number, wabaId: string, token: string): Sealed =>
  app.secrets.seal(token, accountContext(businessId, wabaId))

/** The token an account was connected with; undefined when it was removed. */
export function accountToken(app: App, businessId: number, row: Row): string | undefined {
  if (!row.token_ciphertext || !row.token_key_id) return undefined
  const sealed = { ciphertext: row.token_ciphertext, key_id: row.token_key_id }
  return app.secrets.open(sealed, accountContext(businessId, row.waba_id))
}

/** The token an account is used with: the provider API key where one is saved, else its own. */
export async function tokenInUse(app: App, businessId: number, row: Row): Promise<string | undefined> {
  return (await findProviderApiKey(app, businessId)) ?? accountToken(app, businessId, row)
}

/** Where a token comes from: pasted by the owner; embedded signup; the OAuth dialog. */
export type TokenKind = 'system_user' | 'business' | 'user'

export type StoredToken = { token: string; kind: TokenKind }

/** Keeps the token of a login until an account is chosen, in place of an earlier one. */
export async function keepLogin(
  app: App,
  businessId: number,
  login: StoredToken & { expiresAt: Date | undefined; scopes: readonly string[] },
): Promise<void> {
  const sealed = app.secrets.seal(login.token, loginContext(businessId))
  const row = {
    token_kind: login.kind,
    token_ciphertext: sealed.ciphertext,
    token_key_id: sealed.key_id,
    token_expires_at: login.expiresAt ?? null,
    token_scopes: [...login.scopes],
    created_at: app.now(),
  }
  await app.db
    .insertInto('meta_logins')
    .values({ business_id: businessId, ...row })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(row))
    .execute()
}

export async function forgetLogin(app: App, businessId: number): Promise<void> {
  await app.db.deleteFrom('meta_logins').where('business_id', '=', businessId).execute()
}

/** The token of the last login, where one was kept. */
async function findLogin(app: App, businessId: number): Promise<StoredToken | undefined> {
  const row = await app.db
    .selectFrom('meta_logins')
    .select(['token_kind', 'token_ciphertext', 'token_key_id'])
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  if (!row) return undefined
  const sealed = { ciphertext: row.token_ciphertext, key_id: row.token_key_id }
  return { token: app.secrets.open(sealed, loginContext(businessId)), kind: row.token_kind as TokenKind }
}

/**
 * The token that the business's calls are made with: the provider API key of the account settings where one is
 * saved, else that of the last login, else that of a connected account; never that of the test phone's own.
 */
export async function findToken(app: App, businessId: number): Promise<StoredToken | undefined> {
  const key = await findProviderApiKey(app, businessId)
  if (key) return { token: key, kind: 'system_user' }
  const login = await findLogin(app, businessId)
  if (login) return login
  const account = await app.db
    .selectFrom('whatsapp_accounts')
    .select(['waba_id', 'token_kind', 'token_ciphertext', 'token_key_id'])
    .where('business_id', '=', businessId)
    .where('status', '<>', 'disconnected')
    .where('token_ciphertext', 'is not', null)
    .where('for_test_phone', '=', false)
    .orderBy('connected_at', 'desc')
    .executeTakeFirst()
  const token = account && accountToken(app, businessId, account)
  return token ? { token, kind: (account.token_kind ?? 'user') as TokenKind } : undefined
}
