import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'
import { WrongKeyError } from '#server/platform/secrets.ts'
import type { TokenKind } from '#server/providers/social/network-login.ts'
import { SocialError } from '#server/providers/social/social-error.ts'
import { openToken } from './account-token.ts'
import { type AccountRow, endedAccess, getAccountRow, selectAccounts } from './stored-accounts.ts'

/** Removes an account's token. Its posts and their figures stay; what was scheduled is not published. */
export async function disconnectAccount(
  app: App,
  businessId: number,
  input: { platform: string; id: number },
): Promise<void> {
  const row = await getAccountRow(app, businessId, input.id)
  if (row.platform !== input.platform) throw notFound('account')
  if (!(await endConnection(app, businessId, row))) throw notFound('account')
}

/** @returns false when the account is not connected any more. */
async function endConnection(app: App, businessId: number, row: AccountRow): Promise<boolean> {
  const done = await app.db
    .updateTable('social_accounts')
    .set(endedAccess(app.now(), null))
    .where('business_id', '=', businessId)
    .where('id', '=', row.id)
    .where('status', '<>', 'disconnected')
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) return false
  await revokeAtNetwork(app, row)
  return true
}

/** Ends all connections of a business that is deleted. */
export async function leaveNetworks(app: App, businessId: number): Promise<void> {
  const rows = await selectAccounts(app)
    .where('a.business_id', '=', businessId)
    .where('a.status', '<>', 'disconnected')
    .execute()
  for (const row of rows) await endConnection(app, businessId, row)
}

/** Takes our access away at the network too, unless another business here uses the same account. */
async function revokeAtNetwork(app: App, row: AccountRow): Promise<void> {
  const { revoke } = app.social.care[row.token_kind as TokenKind]
  if (!revoke) return
  const other = await app.db
    .selectFrom('social_accounts')
    .select('id')
    .where('platform', '=', row.platform)
    .where('external_id', '=', row.external_id)
    .where('status', '<>', 'disconnected')
    .executeTakeFirst()
  if (other) return
  try {
    const token = openToken(app, row)
    if (token) await revoke(token)
  } catch (error) {
    if (!(error instanceof SocialError || error instanceof WrongKeyError)) throw error
    app.log.info({ err: error }, 'access was not revoked at the network; it is no longer used')
  }
}
