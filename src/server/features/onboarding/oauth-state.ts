import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { App } from '#server/app.ts'
import type { Caller } from '#server/platform/http/server.ts'

/** Long enough to log in, pick a business and read a code off a phone. */
const lifeMinutes = 30

/** What a login was started with, and by whom. */
export type LoginState = {
  businessId: number
  userId: number
  provider: string
  redirectUri: string
  details: Record<string, unknown>
}

/**
 * Makes the `state` of an OAuth login: `user_<id>`, then a part that cannot be guessed, is signed, works once and
 * expires, then the suffix (Instagram's is `_ig_connect`). Only its hash is stored.
 */
export async function createLoginState(
  app: App,
  caller: Pick<Caller, 'businessId' | 'userId'>,
  login: { provider: string; redirectUri: string; details?: Record<string, unknown>; suffix?: string },
): Promise<string> {
  const expiresAt = new Date(app.now().getTime() + lifeMinutes * 60_000)
  const random = randomBytes(18).toString('base64url')
  const body = `user_${caller.userId}.${random}.${Math.floor(expiresAt.getTime() / 1000).toString(36)}`
  const state = `${body}.${sign(app, body)}${login.suffix ?? ''}`
  await app.db
    .insertInto('oauth_states')
    .values({
      state_hash: hashOf(state),
      business_id: caller.businessId,
      user_id: caller.userId,
      provider: login.provider,
      redirect_uri: login.redirectUri,
      details: JSON.stringify(login.details ?? {}),
      expires_at: expiresAt,
    })
    .execute()
  return state
}

/**
 * Uses a state up. Undefined for one that is forged, of another provider, used or expired.
 * @param businessId where it is known who comes back: a state of another business stays as it is.
 */
export async function takeLoginState(
  app: App,
  state: string,
  provider: string,
  businessId?: number,
): Promise<LoginState | undefined> {
  if (!isSigned(app, state)) return undefined
  const row = await app.db
    .updateTable('oauth_states')
    .set({ used_at: app.now() })
    .where('state_hash', '=', hashOf(state))
    .where('provider', '=', provider)
    .$if(businessId !== undefined, (states) => states.where('business_id', '=', businessId!))
    .where('used_at', 'is', null)
    .where('expires_at', '>', app.now())
    .returning(['business_id', 'user_id', 'provider', 'redirect_uri', 'details'])
    .executeTakeFirst()
  if (!row) return undefined
  return {
    businessId: row.business_id,
    userId: row.user_id,
    provider: row.provider,
    redirectUri: row.redirect_uri,
    details: row.details as Record<string, unknown>,
  }
}

/** States that were used or have expired are of no more use. */
export async function forgetLoginStates(app: App): Promise<void> {
  await app.db.deleteFrom('oauth_states').where('expires_at', '<', app.now()).execute()
}

/** Refuses what we never made before the database is asked. */
function isSigned(app: App, state: string): boolean {
  const parts = /^(user_\d+\.[\w-]+\.[0-9a-z]+)\.([\w-]{22})(?:_\w+)?$/.exec(state)
  if (!parts?.[1] || !parts[2]) return false
  return timingSafeEqual(Buffer.from(parts[2]), Buffer.from(sign(app, parts[1])))
}

const signatureLength = 22

function sign(app: App, body: string): string {
  return createHmac('sha256', app.settings.jwtSecret)
    .update(`oauth state ${body}`)
    .digest('base64url')
    .replaceAll('_', '-')
    .slice(0, signatureLength)
}

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest()
