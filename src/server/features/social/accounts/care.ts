import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { RefreshResult } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { WrongKeyError } from '#server/platform/secrets.ts'
import type { SocialToken, TokenKind } from '#server/providers/social/network-login.ts'
import { SocialError } from '#server/providers/social/social-error.ts'
import { isRenewalDue, mayRenew } from './access-end.ts'
import { openToken, sealToken } from './account-token.ts'
import { nextCareAt, retryCareAt } from './care-times.ts'
import { type AccountRow, selectAccounts } from './stored-accounts.ts'

export type CareOutcome = RefreshResult['outcome']

/** The claim of a process that died ends after so long: twice the time of two calls. */
const claimSeconds = 150

/** Looks after one account whose time has come. */
export const careForAccount = defineJob(
  'social.care-for-account',
  z.object({ business_id: z.number(), id: z.number() }),
  { concurrency: 4, queue: { policy: 'short', retryLimit: 2 } },
)

/** Finds the accounts whose time has come. */
export const findDueCare = defineJob('social.find-due-care', z.object({}))

/** At most so many are taken up in a minute: the rest is still due in the next. */
const mostAtOnce = 500

export async function enqueueDueCare(app: App): Promise<void> {
  const due = await app.db
    .selectFrom('social_accounts')
    .select(['business_id', 'id'])
    .where('status', '=', 'connected')
    .where('care_at', '<=', app.now())
    .orderBy('care_at')
    .limit(mostAtOnce)
    .execute()
  for (const row of due)
    await app.enqueue(careForAccount, row, { singletonKey: `${row.business_id}-${row.id}` })
}

/**
 * Renews an account's token where that is due or wished, and asks the network how the account stands. One at a time
 * for each account, in whatever process: a second call answers `under_way`.
 * @param wish `due`: renews only what is due; `renew`: as soon as the network allows it.
 */
export async function careFor(
  app: App,
  businessId: number,
  id: number,
  wish: 'due' | 'renew',
): Promise<CareOutcome> {
  const row = await claim(app, businessId, id)
  if (!row) return 'under_way'
  try {
    return await careForClaimed(app, row, wish)
  } finally {
    await release(app, row)
  }
}

type ClaimedRow = AccountRow & { care_until: Date | null }

async function claim(app: App, businessId: number, id: number): Promise<ClaimedRow | undefined> {
  const now = app.now()
  // Each claim has an end of its own, so that a slow process does not release another's claim.
  const until = new Date(now.getTime() + claimSeconds * 1000 + Number.parseInt(randomUUID().slice(0, 3), 16))
  return await app.db
    .updateTable('social_accounts')
    .set({ care_until: until })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('status', '<>', 'disconnected')
    .where((where) => where.or([where('care_until', 'is', null), where('care_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
}

async function release(app: App, row: ClaimedRow): Promise<void> {
  await app.db
    .updateTable('social_accounts')
    .set({ care_until: null })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .where('care_until', '=', row.care_until)
    .execute()
}

async function careForClaimed(app: App, row: ClaimedRow, wish: 'due' | 'renew'): Promise<CareOutcome> {
  const care = app.social.care[row.token_kind as TokenKind]
  let version = row.token_version
  try {
    let token = openToken(app, row)
    if (!token) return await dead(app, row, version, 'revoked')
    const now = app.now()
    const wants = isRenewalDue(row, now) || (wish === 'renew' && mayRenew(row, now))
    const renewed = wants && care.refresh ? await care.refresh(token, now) : undefined
    if (renewed) {
      const stored = await storeRenewed(app, row, renewed)
      // Connected again or disconnected meanwhile: what we got belongs to what is no more.
      if (!stored) return 'under_way'
      version = stored
      token = { ...token, ...renewed, refreshToken: renewed.refreshToken ?? token.refreshToken }
    }
    await check(app, row, version, token, renewed?.scopes)
    return renewed ? 'refreshed' : 'checked'
  } catch (error) {
    if (error instanceof WrongKeyError) return await dead(app, row, version, 'wrong_key')
    if (!(error instanceof SocialError)) throw error
    app.log.warn({ err: error, account: row.id, fault: error.fault }, 'care for a social account failed')
    if (error.fault === 'dead_token') return await dead(app, row, version, error.dead ?? 'revoked')
    await putOff(app, row, error.retryAfterSeconds)
    return 'unreachable'
  }
}

/** Stores a renewed token over the one it was made from, and no other. Answers the version that it has now. */
async function storeRenewed(app: App, row: ClaimedRow, renewed: SocialToken): Promise<number | undefined> {
  const owner = { businessId: row.business_id, platform: row.platform, externalId: row.external_id }
  const stored = await app.db
    .updateTable('social_accounts')
    .set({ ...sealToken(app, owner, renewed), token_version: row.token_version + 1 })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .where('token_version', '=', row.token_version)
    .where('status', '<>', 'disconnected')
    .returning('token_version')
    .executeTakeFirst()
  return stored?.token_version
}

/** Asks how the account stands, and keeps what the network says of it. */
async function check(
  app: App,
  row: ClaimedRow,
  version: number,
  token: SocialToken,
  renewedScopes: string[] | undefined,
): Promise<void> {
  const account = { externalId: row.external_id, pageId: row.page_id, token }
  const now = app.now()
  const checked = await app.social.care[row.token_kind as TokenKind].check(account, now)
  const { profile } = checked
  const scopes = checked.scopes ?? renewedScopes
  await app.db
    .updateTable('social_accounts')
    .set({
      name: profile.name,
      ...(profile.handle !== undefined && { handle: profile.handle }),
      ...(profile.followers !== undefined && { followers: profile.followers }),
      // Only Facebook's check reports a token's end; elsewhere it came with the token.
      ...(row.token_kind === 'page' && {
        token_expires_at: checked.expiresAt ?? null,
        data_access_ends_at: checked.dataAccessEndsAt ?? null,
      }),
      ...(scopes && { scopes_granted: scopes }),
      ...(checked.grantedBy !== undefined && { granted_by: checked.grantedBy }),
      status: 'connected',
      ...(row.status !== 'connected' && { status_reason: null, status_at: now }),
      checked_at: now,
      care_at: nextCareAt(now),
      care_failures: 0,
    })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .where('token_version', '=', version)
    .where('status', '<>', 'disconnected')
    .execute()
}

/** The token is dead: the account waits for a login of its person. A newer token is not touched. */
async function dead(app: App, row: ClaimedRow, version: number, reason: string): Promise<CareOutcome> {
  const now = app.now()
  await app.db
    .updateTable('social_accounts')
    .set({
      status: 'reconnect',
      status_reason: reason,
      checked_at: now,
      care_at: null,
      ...(row.status !== 'reconnect' && { status_at: now }),
    })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .where('token_version', '=', version)
    .where('status', '<>', 'disconnected')
    .execute()
  return 'reconnect'
}

async function putOff(app: App, row: ClaimedRow, retryAfterSeconds: number | undefined): Promise<void> {
  await app.db
    .updateTable('social_accounts')
    .set((set) => ({
      care_at: retryCareAt(app.now(), row.care_failures, retryAfterSeconds),
      care_failures: set('care_failures', '+', 1),
    }))
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .where('status', '=', 'connected')
    .execute()
}

/**
 * Reports that a call with this token was refused as dead, from publishing or insights. A token that was renewed
 * since then is not touched.
 */
export async function markDead(app: App, used: UsableAccount, reason: string): Promise<void> {
  const row = await selectAccounts(app)
    .where('a.business_id', '=', used.businessId)
    .where('a.id', '=', used.id)
    .executeTakeFirst()
  if (row) await dead(app, row, used.tokenVersion, reason)
}

/** An account with a token that works now. */
export type UsableAccount = {
  businessId: number
  id: number
  platform: string
  externalId: string
  pageId: string | null
  tokenKind: TokenKind
  accessToken: string
  tokenVersion: number
}

/** A token is renewed before use when it lives no longer than this: a long upload must not outlive it. */
const shortestLifeMs = 5 * 60_000
const longestWaitMs = 45_000
const lookEveryMs = 300

/**
 * The account with a token that lives long enough to be used, renewed first where it is about to end. Another renewal
 * under way is waited for, never doubled. Undefined: it must be connected again, or its network cannot be reached.
 */
export async function usableAccount(
  app: App,
  businessId: number,
  id: number,
  minLifeMs = shortestLifeMs,
): Promise<UsableAccount | undefined> {
  for (const deadline = performance.now() + longestWaitMs; ; ) {
    const row = await selectAccounts(app)
      .where('a.business_id', '=', businessId)
      .where('a.id', '=', id)
      .where('a.status', '=', 'connected')
      .executeTakeFirst()
    if (!row) return undefined
    const isFresh = !row.token_expires_at || row.token_expires_at.getTime() - app.now().getTime() > minLifeMs
    if (isFresh || !mayRenew(row, app.now())) return usable(app, row)
    const outcome = await careFor(app, businessId, id, 'renew')
    if (outcome === 'unreachable' || outcome === 'reconnect') return undefined
    if (outcome !== 'under_way') continue
    if (performance.now() > deadline) return undefined
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

function usable(app: App, row: AccountRow): UsableAccount | undefined {
  if (row.token_expires_at && row.token_expires_at <= app.now()) return undefined
  const token = openToken(app, row)
  return (
    token && {
      businessId: row.business_id,
      id: row.id,
      platform: row.platform,
      externalId: row.external_id,
      pageId: row.page_id,
      tokenKind: row.token_kind as TokenKind,
      accessToken: token.accessToken,
      tokenVersion: row.token_version,
    }
  )
}
