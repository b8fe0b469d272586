import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ConnectResult, LoginProblem, LoginWay } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import type { FoundAccount, Grant } from '#server/providers/social/network-login.ts'
import { platformOf } from '#server/providers/social/network-login.ts'
import { storeAccount } from './store-account.ts'
import { listAccounts } from './stored-accounts.ts'

/** As long as somebody may think about which accounts to connect. */
const choiceMinutes = 30

const nothing = (way: LoginWay): ConnectResult => ({
  status: 'error',
  reason: null,
  problem: null,
  platform: platformOf[way],
  accounts: [],
  login_id: null,
  candidates: [],
  skipped: [],
  missing_scopes: [],
})

/** A login that connected nothing. */
export function failed(way: LoginWay, problem: LoginProblem): ConnectResult {
  return {
    ...nothing(way),
    reason: problem === 'cancelled' ? 'cancelled' : 'internal_error',
    problem,
  }
}

/** Keeps accounts, all or none, and says whether any of them is new. */
export async function connectFound(
  app: App,
  caller: Caller,
  way: LoginWay,
  grant: Grant,
  found: readonly FoundAccount[],
): Promise<ConnectResult> {
  const pictured = await Promise.all(
    found.map(async (one) => ({
      ...one,
      picture: one.pictureUrl ? await app.social.picture(one.pictureUrl) : undefined,
    })),
  )
  try {
    const stored = await app.transaction((tx) =>
      // One after the other: they share a connection, and two logins at once meet in the same order.
      pictured
        .toSorted((a, b) => a.externalId.localeCompare(b.externalId))
        .reduce<Promise<{ id: number; wasConnected: boolean }[]>>(
          async (before, one) => [...(await before), await storeAccount(tx, caller, way, one, grant.scopes)],
          Promise.resolve([]),
        ),
    )
    const accounts = await listAccounts(
      app,
      caller.businessId,
      stored.map(({ id }) => id),
    )
    const isKnown = stored.every(({ wasConnected }) => wasConnected)
    return { ...nothing(way), status: isKnown ? 'already_connected' : 'success', accounts }
  } catch (error) {
    app.log.error({ err: error, way }, 'a social account could not be saved')
    return { ...nothing(way), reason: 'save_failed' }
  }
}

const KeptGrant = z.object({
  accessToken: z.string(),
  issuedAt: z.coerce.date(),
  expiresAt: z.coerce.date().optional(),
  refreshToken: z.string().optional(),
  refreshExpiresAt: z.coerce.date().optional(),
  dataAccessEndsAt: z.coerce.date().optional(),
  scopes: z.array(z.string()),
  way: z.enum(['facebook', 'instagram_page', 'instagram', 'youtube', 'linkedin']),
})

export const grantContext = (businessId: number, id: string): string => `social_logins ${businessId} ${id}`

/** Keeps the grant until its person has said which of the accounts are meant. */
export async function choiceOf(
  app: App,
  caller: Caller,
  way: LoginWay,
  grant: Grant,
  found: readonly FoundAccount[],
): Promise<ConnectResult> {
  const id = randomUUID()
  const sealed = app.secrets.seal(JSON.stringify({ ...grant, way }), grantContext(caller.businessId, id))
  await app.db
    .insertInto('social_logins')
    .values({
      business_id: caller.businessId,
      id,
      user_id: caller.userId,
      platform: platformOf[way],
      grant_ciphertext: sealed.ciphertext,
      grant_key_id: sealed.key_id,
      expires_at: new Date(app.now().getTime() + choiceMinutes * 60_000),
    })
    .execute()
  const connected = await app.db
    .selectFrom('social_accounts')
    .select('external_id')
    .where('business_id', '=', caller.businessId)
    .where('platform', '=', platformOf[way])
    .where('status', '<>', 'disconnected')
    .execute()
  const known = new Set(connected.map(({ external_id }) => external_id))
  return {
    ...nothing(way),
    status: 'choose',
    login_id: id,
    candidates: found.map((one) => ({
      external_id: one.externalId,
      page_name: one.name,
      handle: one.handle ?? null,
      connected: known.has(one.externalId),
    })),
  }
}

/**
 * The grant of a login that waits for a choice, of the person who logged in. It stays until it expires: a choice whose
 * answer was lost can be made again.
 */
export async function keptLogin(
  app: App,
  caller: Caller,
  id: string,
): Promise<{ way: LoginWay; grant: Grant }> {
  const row = await app.db
    .selectFrom('social_logins')
    .select(['grant_ciphertext', 'grant_key_id'])
    .where('business_id', '=', caller.businessId)
    .where('id', '=', id)
    .where('user_id', '=', caller.userId)
    .where('expires_at', '>', app.now())
    .executeTakeFirst()
  if (!row) throw notFound('login')
  const sealed = { ciphertext: row.grant_ciphertext, key_id: row.grant_key_id }
  const { way, ...grant } = KeptGrant.parse(
    JSON.parse(app.secrets.open(sealed, grantContext(caller.businessId, id))),
  )
  return { way, grant }
}

/** Logins whose time to choose is over are of no more use. */
export async function forgetKeptLogins(app: App): Promise<void> {
  await app.db.deleteFrom('social_logins').where('expires_at', '<', app.now()).execute()
}
