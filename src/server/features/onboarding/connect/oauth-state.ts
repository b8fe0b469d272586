import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type App, jwtSecrets } from '#server/app.ts'
import type { Caller } from '#server/platform/http/server.ts'

/** Long enough to log in, pick a business and read a code off a phone. */
const lifeMinutes = 30

/** What a login was started with, and by whom. Every provider's logins are of this kind. */
export type LoginState = {
  businessId: number
  userId: number
  provider: string
  redirectUri: string
  details: Record<string, unknown>
}

/**
 * Makes the `state` of an OAuth login: `user_<id>`, then a part that cannot be guessed, is signed, works once and
 * expires, then the suffix (Instagram's is `_ig_connect`). Only its hash is stored. It belongs to the session that
 * begins the login: whoever is made to finish it in another browser connects nothing.
 */
export async function createLoginState(
  app: App,
  caller: Caller,
  login: { provider: string; redirectUri: string; details?: Record<string, unknown>; suffix?: string },
): Promise<string> {
  const expiresAt = new Date(app.now().getTime() + lifeMinutes * 60_000)
  const random = randomBytes(18).toString('base64url')
  const body = `user_${caller.userId}.${random}.${Math.floor(expiresAt.getTime() / 1000).toString(36)}`
  const state = `${body}.${sign(app.settings.jwtSecret, body)}${login.suffix ?? ''}`
  await app.db
    .insertInto('oauth_states')
    .values({
      state_hash: hashOf(state),
      business_id: caller.businessId,
      user_id: caller.userId,
      session_id: caller.sessionId,
      provider: login.provider,
      redirect_uri: login.redirectUri,
      details: JSON.stringify(login.details ?? {}),
      expires_at: expiresAt,
    })
    .execute()
  return state
}

/**
 * Uses a state up, in the session that began the login. Undefined for one that is forged, of another provider or
 * session, used or expired; such a state stays as it is.
 */
export async function takeLoginState(
  app: App,
  state: string,
  provider: string,
  caller: Caller,
): Promise<LoginState | undefined> {
  if (!isSigned(app, state)) return undefined
  const row = await app.db
    .updateTable('oauth_states')
    .set({ used_at: app.now() })
    .where('state_hash', '=', hashOf(state))
    .where('provider', '=', provider)
    .where('business_id', '=', caller.businessId)
    .where('session_id', '=', caller.sessionId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', app.now())
    .returning(columns)
    .executeTakeFirst()
  return row && loginOf(row)
}

/**
 * What an open state was made with, for the screen on which the browser comes back. It proves nothing about who comes
 * back: what the provider sent along is used only by who can take the state.
 */
export async function readLoginState(
  app: App,
  state: string,
  provider: string,
): Promise<LoginState | undefined> {
  if (!isSigned(app, state)) return undefined
  const row = await app.db
    .selectFrom('oauth_states')
    .select(columns)
    .where('state_hash', '=', hashOf(state))
    .where('provider', '=', provider)
    .where('used_at', 'is', null)
    .where('expires_at', '>', app.now())
    .executeTakeFirst()
  return row && loginOf(row)
}

const columns = ['business_id', 'user_id', 'provider', 'redirect_uri', 'details'] as const

function loginOf(row: {
  business_id: number
  user_id: number
  provider: string
  redirect_uri: string
  details: unknown
}): LoginState {
  return {
    businessId: row.business_id,
    userId: row.user_id,
    provider: row.provider,
    redirectUri: row.redirect_uri,
    details: row.details as Record<string, unknown>,
  }
}

/** A session goes on under another id: logins that it began are finished there. */
export async function moveLoginStates(
  tx: App,
  businessId: number,
  session: { from: string; to: string },
): Promise<void> {
  await tx.db
    .updateTable('oauth_states')
    .set({ session_id: session.to })
    .where('business_id', '=', businessId)
    .where('session_id', '=', session.from)
    .where('used_at', 'is', null)
    .execute()
}

/** States that were used or have expired are of no more use. */
export async function forgetLoginStates(app: App): Promise<void> {
  await app.db.deleteFrom('oauth_states').where('expires_at', '<', app.now()).execute()
}

/** Refuses what we never made before the database is asked. */
function isSigned(app: App, state: string): boolean {
  const parts = /^(user_\d+\.[\w-]+\.[0-9a-z]+)\.([\w-]{22})(?:_\w+)?$/.exec(state)
  if (!parts?.[1] || !parts[2]) return false
  const [, body, signature] = parts
  return jwtSecrets(app).some((secret) =>
    timingSafeEqual(Buffer.from(signature ?? ''), Buffer.from(sign(secret, body ?? ''))),
  )
}

const signatureLength = 22

function sign(secret: string, body: string): string {
  return createHmac('sha256', secret)
    .update(`oauth state ${body}`)
    .digest('base64url')
    .replaceAll('_', '-')
    .slice(0, signatureLength)
}

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest()
