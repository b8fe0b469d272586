import { createHash, randomBytes } from 'node:crypto'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { endAccess, forgetAccount, type TakenBack, takenBackBy } from './end-access.ts'

export type Network = 'facebook' | 'instagram'
type Kind = 'deauthorize' | 'delete_data'

/** Meta calls at once; a request that is older than a day is somebody who plays one again. */
const oldestMs = 24 * 3_600_000
/** Its clock and ours. */
const skewMs = 5 * 60_000

/**
 * Does what a signed request of Meta asks: the accounts that the person connected lose their tokens, their posts wait,
 * and with `delete_data` what we keep of them is deleted. The same request twice is done once.
 * @returns the code of the request.
 * @throws AppError `forbidden` where our app's secret did not sign it, `invalid_input` where it is old.
 */
export async function withdraw(app: App, network: Network, kind: Kind, signed: string): Promise<string> {
  const request = app.social.signedRequest(network, signed)
  if (!request) throw new AppError('forbidden', t('social.withdrawal.notSigned'))
  const now = app.now()
  const age = now.getTime() - request.issuedAt.getTime()
  if (age > oldestMs || age < -skewMs) throw new AppError('invalid_input', t('social.withdrawal.old'))
  const { userId, issuedAt } = request
  return await app.transaction(async (tx) => {
    const request_hash = createHash('sha256').update(`${kind} ${network} ${signed}`).digest()
    const code = randomBytes(12).toString('base64url')
    const taken = await tx.db
      .insertInto('social_withdrawals')
      .values({
        request_hash,
        kind,
        platform: network,
        code,
        accounts: 0,
        issued_at: issuedAt,
        done_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('code')
      .executeTakeFirst()
    if (!taken) return await codeOf(tx, request_hash)
    const until = new Date(issuedAt.getTime() + skewMs)
    const accounts = await takenBackBy(tx, { network, userId, until, alsoEnded: kind === 'delete_data' })
    for (const account of accounts) await endAndForget(tx, account, kind)
    await tx.db
      .updateTable('social_withdrawals')
      .set({ accounts: accounts.length })
      .where('request_hash', '=', request_hash)
      .execute()
    app.log.info({ network, kind, accounts: accounts.length }, 'access was withdrawn at a network')
    return code
  })
}

async function endAndForget(tx: App, account: TakenBack, kind: Kind): Promise<void> {
  await endAccess(tx, account)
  if (kind === 'delete_data') await forgetAccount(tx, account)
}

async function codeOf(tx: App, requestHash: Buffer): Promise<string> {
  const { code } = await tx.db
    .selectFrom('social_withdrawals')
    .select('code')
    .where('request_hash', '=', requestHash)
    .executeTakeFirstOrThrow()
  return code
}

export type DeletionStatus = { code: string; platform: Network; accounts: number; doneAt: Date }

/** What came of a request to delete data. */
export async function deletionStatus(app: App, code: string): Promise<DeletionStatus | undefined> {
  const row = await app.db
    .selectFrom('social_withdrawals')
    .select(['code', 'platform', 'accounts', 'done_at'])
    .where('code', '=', code)
    .where('kind', '=', 'delete_data')
    .executeTakeFirst()
  return row && { code, platform: row.platform as Network, accounts: row.accounts, doneAt: row.done_at }
}
