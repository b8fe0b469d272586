import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { type InferResult, sql } from 'kysely'
import { currentLanguage, languages } from '#contract/messages/language.ts'
import { type App, jwtSecrets } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { notify } from '#server/platform/notify.ts'
import { keyIdOf } from '#server/platform/secrets.ts'
import { askPrepared } from '#server/platform/sql/prepared.ts'

const defaultSessionDays = 30
/** A note holds 8,000 bytes. */
const idsPerNote = 200
/** Calls that are under way with an earlier token are answered: other tabs and slow lines get the new one in it. */
const overlapSeconds = 30
/** When a person was last seen is kept to this precision: not every request writes. */
const seenMinutes = 15
/** Whoever changes the person or the session goes first. On a cluster that is whoever writes what refers to them. */
const seenWaitMs = 100
const lockNotAvailable = '55P03'

/** A note on it names sessions that were ended before their time, with commas: what they hold open is to be closed. */
export const sessionsChannel = 'sessions_ended'

/** Opens a session and gives its token: a JWT that carries its expiry and an id under which it can be revoked. */
export async function openSession(
  app: App,
  user: { id: number; business_id: number },
  from?: SessionOrigin,
  { passkey = false, id = randomUUID() }: { passkey?: boolean; id?: string } = {},
): Promise<string> {
  const { jwtSecret } = app.settings
  const keyId = keyIdOf(jwtSecret)
  const expires = new Date(
    app.now().getTime() + (app.settings.sessionDays ?? defaultSessionDays) * 86_400_000,
  )
  await app.db
    .insertInto('sessions')
    .values({
      id,
      business_id: user.business_id,
      user_id: user.id,
      expires_at: expires,
      signing_key_id: keyId,
      by_passkey: passkey,
      ...kept(from),
    })
    .execute()
  return await new SignJWT({ role: 'admin' })
    .setProtectedHeader({ alg: 'HS256', kid: keyId })
    .setSubject(String(user.id))
    .setJti(id)
    .setIssuedAt(app.now())
    .setExpirationTime(expires)
    .sign(bytesOf(jwtSecret))
}

/** Where a session is opened from, by which its owner recognises it. */
export type SessionOrigin = { address: string; userAgent: string | undefined }

export const originOf = (request: FastifyRequest): SessionOrigin => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
})

const kept = (from: SessionOrigin | undefined) => ({
  address: from?.address ?? null,
  user_agent: from?.userAgent?.slice(0, 300) ?? null,
})

/** Sessions whose token is still good. */
export function usableSessions(app: App) {
  const { sessionIdleHours = 0 } = app.settings
  const idleSince = new Date(app.now().getTime() - sessionIdleHours * 3_600_000)
  return app.db
    .selectFrom('sessions')
    .where(({ eb, or }) =>
      or([eb('sessions.revoked_at', 'is', null), eb('sessions.revoked_at', '>', app.now())]),
    )
    .where('sessions.expires_at', '>', app.now())
    .$if(sessionIdleHours > 0, (query) =>
      query.where(sql<boolean>`coalesce(sessions.seen_at, sessions.created_at) > ${idleSince}`),
    )
}

/** Callers who have given their password or code in the call that is under way. */
const authenticatedAgain = new WeakSet<Caller>()

/** The call's answer brings a new token. */
export const noteAuthenticatedAgain = (caller: Caller): void => void authenticatedAgain.add(caller)

/** Hands what was begun in one session to another of the same person; another feature does it. */
type HandOn = (tx: App, businessId: number, session: { from: string; to: string }) => Promise<void>

/**
 * A new token for whom the call has authenticated again (ASVS V7.2.4): whoever stole the earlier one is out.
 * @returns undefined for every other call, and where the session ended meanwhile.
 */
export async function renewSession(
  app: App,
  caller: Caller,
  from: SessionOrigin,
  handOn: HandOn,
): Promise<string | undefined> {
  if (!authenticatedAgain.has(caller)) return undefined
  return await app.transaction(async (tx) => {
    const replaced = await tx.db
      .updateTable('sessions')
      .set({ revoked_at: new Date(tx.now().getTime() + overlapSeconds * 1000) })
      .where('business_id', '=', caller.businessId)
      .where('id', '=', caller.sessionId)
      .where('revoked_at', 'is', null)
      .returning(['user_id', 'by_passkey'])
      .executeTakeFirst()
    if (!replaced) return undefined
    const user = { id: replaced.user_id, business_id: caller.businessId }
    const id = randomUUID()
    await handOn(tx, caller.businessId, { from: caller.sessionId, to: id })
    return await openSession(tx, user, from, { passkey: replaced.by_passkey, id })
  })
}

/** Ends a session at once; its token is worth nothing from then on. */
export async function revokeSession(app: App, businessId: number, sessionId: string): Promise<void> {
  await app.db
    .updateTable('sessions')
    .set({ revoked_at: app.now() })
    .where('business_id', '=', businessId)
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
  await notify(app.db, sessionsChannel, sessionId)
}

/** Ends the sessions of a person: all, or all but `except`, as a changed password asks for. Answers how many. */
export async function revokeSessions(
  app: App,
  { businessId, userId }: Pick<Caller, 'businessId' | 'userId'>,
  except?: string,
): Promise<number> {
  const own = app.db
    .updateTable('sessions')
    .set({ revoked_at: app.now() })
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .returning('id')
  await own.where('revoked_at', '>', app.now()).execute()
  const ended = await own.where('revoked_at', 'is', null).execute()
  for (let from = 0; from < ended.length; from += idsPerNote) {
    const ids = ended.slice(from, from + idsPerNote).map(({ id }) => id)
    await notify(app.db, sessionsChannel, ids.join(','))
  }
  return ended.length
}

/** @throws AppError `unauthenticated` when the token is malformed, expired or revoked, or its person was removed. */
export async function callerOfSession(app: App, token: string): Promise<Caller> {
  const sessionId = await readToken(app, token)
  const asked = usableSessions(app)
    .innerJoin('users', (join) =>
      join.onRef('users.business_id', '=', 'sessions.business_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .where('users.removed_at', 'is', null)
    .select(['sessions.id', 'sessions.business_id', 'sessions.user_id', 'sessions.seen_at'])
    .select(({ eb, or, exists, selectFrom }) =>
      or([
        eb('sessions.by_passkey', '=', true),
        exists(
          selectFrom('two_factors as f')
            .select('f.user_id')
            .whereRef('f.business_id', '=', 'sessions.business_id')
            .whereRef('f.user_id', '=', 'sessions.user_id')
            .where('f.confirmed_at', 'is not', null),
        ),
      ]).as('is_strong'),
    )
    .where('sessions.id', '=', sessionId)
    .compile()
  const { rows } = await askPrepared(app.pool, asked.sql, asked.parameters)
  const [session] = rows as InferResult<typeof asked>
  if (!session) throw expired()
  await noteSeen(app, session).catch((error: unknown) =>
    app.log.warn({ err: error, user: session.user_id }, 'when a person was last here could not be noted'),
  )
  const caller = { userId: session.user_id, businessId: session.business_id, sessionId: session.id }
  const isWeak = app.settings.twoFactor === 'required' && !session.is_strong
  return isWeak ? { ...caller, needsFactor: true } : caller
}

/** Whether a session, and its person's membership, has not ended. */
export async function isOpenSession(app: App, businessId: number, sessionId: string): Promise<boolean> {
  const session = await usableSessions(app)
    .innerJoin('users', (join) =>
      join.onRef('users.business_id', '=', 'sessions.business_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .where('users.removed_at', 'is', null)
    .select('sessions.id')
    .where('sessions.business_id', '=', businessId)
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
  return session !== undefined
}

/**
 * Does nothing where the session was used a moment ago, and leaves it to a later call where others have the rows. Where
 * a person chose a language, their screens ask for that one: it is not the browser's.
 */
async function noteSeen(
  app: App,
  session: { id: string; business_id: number; user_id: number; seen_at: Date | null },
): Promise<void> {
  const now = app.now()
  const recent = new Date(now.getTime() - seenMinutes * 60_000)
  if (session.seen_at && session.seen_at > recent) return
  const asked = languages.find((one) => one === currentLanguage()) ?? null
  try {
    await app.transaction(async ({ db }) => {
      await sql`set local lock_timeout = ${sql.lit(`${seenWaitMs}ms`)}`.execute(db)
      await sql`
        update sessions set seen_at = ${now}
        where id = ${session.id} and (seen_at is null or seen_at <= ${recent})`.execute(db)
      await sql`
        update users set seen_at = ${now},
          browser_language = case when language is null then coalesce(${asked}, browser_language)
            else browser_language end
        where business_id = ${session.business_id} and id = ${session.user_id}
          and (seen_at is null or seen_at <= ${recent})`.execute(db)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error
  }
}

type Verified = { sessionId: string; expires: number }

/** Tokens whose signature was checked lately: a screen makes many calls with one, and each check costs a thread hop. */
const verifiedTokens = new WeakMap<App['settings'], Map<string, Verified>>()
const mostVerified = 2_000

/** The session of a token; whether that is still open is for the database to say. */
async function readToken(app: App, token: string): Promise<string> {
  const known = verifiedTokens.get(app.settings) ?? new Map<string, Verified>()
  verifiedTokens.set(app.settings, known)
  const before = known.get(token)
  if (before && before.expires > app.now().getTime()) return before.sessionId
  known.delete(token)
  try {
    const payload = await verify(app, token)
    const { jti = '', exp = 0 } = payload
    // The first in a map is the one that is there longest.
    for (const [oldest] of known) {
      if (known.size < mostVerified) break
      known.delete(oldest)
    }
    known.set(token, { sessionId: jti, expires: exp * 1000 })
    return jti
  } catch (cause) {
    app.log.debug({ err: cause }, 'a token was refused')
    throw expired()
  }
}

/** Deletes what is long over, so that the tables stay as small as what is going on. */
export async function forgetOldSessions(app: App): Promise<void> {
  await app.db.deleteFrom('sessions').where('expires_at', '<', app.now()).execute()
  await app.db.deleteFrom('login_failures').where('at', '<', sql<Date>`now() - interval '1 day'`).execute()
}

function expired(): AppError {
  return new AppError('unauthenticated', t('accounts.sessionExpired'))
}

/** What a token says, signed with the key that it names. Tokens of before keys had names are tried with each. */
async function verify(app: App, token: string): Promise<JWTPayload> {
  const { kid } = decodeProtectedHeader(token)
  const fitting = jwtSecrets(app).filter((secret) => kid === undefined || keyIdOf(secret) === kid)
  let fault: unknown = new Error('the token is signed with a key that is not ours')
  for (const secret of fitting) {
    try {
      const checks = { algorithms: ['HS256'], currentDate: app.now(), requiredClaims: ['jti', 'exp'] }
      return (await jwtVerify(token, bytesOf(secret), checks)).payload
    } catch (error) {
      fault = error
    }
  }
  throw fault
}

const bytesOf = (secret: string): Uint8Array => new TextEncoder().encode(secret)
