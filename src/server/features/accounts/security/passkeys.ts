import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { VerifiedAuthenticationResponse, VerifiedRegistrationResponse } from '@simplewebauthn/server'
import type { z } from 'zod'
import type { Passkey, passkeys } from '#contract/security/passkeys.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { countJoin, countPasskeyLogin, forgetFailedJoin } from '../login-limit.ts'
import { activeMembers, activeUsers } from '../members.ts'
import { openSession, type SessionOrigin } from '../sessions.ts'
import { type Opened, toUser, userColumns } from '../user.ts'
import { recordAudit } from './audit.ts'
import { type OwnLogin, requireOwnLogin } from './two-factor.ts'

type NewCredential = z.output<(typeof passkeys)['add']['body']>
type LoginCredential = z.output<(typeof passkeys)['logIn']['body']>
type Person = Pick<Caller, 'businessId' | 'userId'>

/** As long as a person may take at the browser's question. */
const challengeMinutes = 5
const mostPasskeys = 20
/** What devices of today sign with, by their numbers in COSE: ES256, EdDSA, RS256. */
const algorithms = [-7, -8, -257]
/** With what it needs it is a tenth of all modules, and few logins use it. */
const openLibrary = () => import('@simplewebauthn/server')

/**
 * Whom a passkey is for: the domain by which the browser reached us. Browsers take no IP address (WebAuthn, 5.1.3).
 * @throws AppError `conflict` at an IP address.
 */
function siteOf(app: App): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(app.settings.publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) throw new AppError('conflict', t('security.passkeys.needsName'))
  return { rpId: hostname, origin }
}

const columns = ['id', 'name', 'created_at', 'used_at'] as const
const toPasskey = (row: { id: number; name: string; created_at: Date; used_at: Date | null }): Passkey => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  used_at: row.used_at?.toISOString() ?? null,
})

const ownPasskeys = (app: App, { businessId, userId }: Person) =>
  app.db.selectFrom('passkeys').where('business_id', '=', businessId).where('user_id', '=', userId)

export async function listPasskeys(app: App, caller: Person): Promise<Passkey[]> {
  const rows = await ownPasskeys(app, caller).select(columns).orderBy('id', 'desc').execute()
  return rows.map(toPasskey)
}

/**
 * @throws AppError `invalid_input` for a wrong password or code; `conflict` at an IP address or with too many
 * passkeys.
 */
export async function startPasskey(app: App, caller: Caller, login: OwnLogin) {
  const { rpId } = siteOf(app)
  const own = await activeMembers(app.db, caller.businessId)
    .select(['users.email', 'users.name'])
    .where('users.id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  const known = await ownPasskeys(app, caller).select(['credential_id', 'transports']).execute()
  if (known.length >= mostPasskeys) throw tooMany()
  await requireOwnLogin(app, caller, login)
  const { generateRegistrationOptions } = await openLibrary()
  const options = await generateRegistrationOptions({
    rpName: 'Tidings',
    rpID: rpId,
    userName: own.email,
    userDisplayName: own.name,
    userID: new TextEncoder().encode(`${caller.businessId}.${caller.userId}`),
    excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    supportedAlgorithmIDs: algorithms,
    // Found by the device itself at login, and unlocked by the person: it stands for password and code.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { challenge_id: await keepChallenge(app, options.challenge, caller), options: { ...options } }
}

/**
 * Keeps a passkey.
 * @throws AppError `invalid_input` for an answer that is not to the challenge; `conflict` for one that is kept already.
 */
export async function addPasskey(
  app: App,
  caller: Caller,
  { challenge_id, name, credential }: NewCredential,
): Promise<Passkey> {
  const { rpId, origin } = siteOf(app)
  const asked = await ownChallenge(app, challenge_id, caller).select('challenge').executeTakeFirst()
  if (!asked) throw refused()
  const { verifyRegistrationResponse } = await openLibrary()
  const verified = await verifyRegistrationResponse({
    response: { ...credential, ...leftOut(credential) },
    expectedChallenge: asked.challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((): VerifiedRegistrationResponse => ({ verified: false }))
  if (!verified.verified) throw refused()
  const made = verified.registrationInfo.credential
  return await app.transaction(async (tx) => {
    const used = await tx.db
      .deleteFrom('passkey_challenges')
      .where('id', '=', challenge_id)
      .returning('id')
      .executeTakeFirst()
    if (!used) throw refused()
    const { count } = await ownPasskeys(tx, caller)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= mostPasskeys) throw tooMany()
    const row = await tx.db
      .insertInto('passkeys')
      .values({
        business_id: caller.businessId,
        user_id: caller.userId,
        credential_id: made.id,
        public_key: Buffer.from(made.publicKey),
        sign_count: made.counter,
        transports: made.transports ?? [],
        rp_id: rpId,
        name: name.toWellFormed(),
        created_at: tx.now(),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning(columns)
      .executeTakeFirst()
    if (!row) throw new AppError('conflict', t('security.passkeys.known'))
    return toPasskey(row)
  })
}

/** @throws AppError `invalid_input` for a wrong password or code; `not_found`. */
export async function removePasskey(app: App, caller: Caller, id: number, login: OwnLogin): Promise<void> {
  const own = await ownPasskeys(app, caller).select('id').where('id', '=', id).executeTakeFirst()
  // First, because a code works only once.
  if (!own) throw notFound('passkey')
  await requireOwnLogin(app, caller, login)
  const gone = await app.db
    .deleteFrom('passkeys')
    .where('business_id', '=', caller.businessId)
    .where('user_id', '=', caller.userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw notFound('passkey')
}

/**
 * Says nothing of who has a passkey: the device finds its own.
 * @throws AppError `conflict` at an IP address; `rate_limited`.
 */
export async function startPasskeyLogin(app: App, from: SessionOrigin) {
  const { rpId } = siteOf(app)
  await countPasskeyLogin(app, from.address)
  const { generateAuthenticationOptions } = await openLibrary()
  const options = await generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' })
  return { challenge_id: await keepChallenge(app, options.challenge), options: { ...options } }
}

/**
 * Logs the owner of a passkey in. A challenge works once, also when it is answered twice at once.
 * @throws AppError `wrong_credentials`; `rate_limited` after too many failures from this address.
 */
export async function logInByPasskey(
  app: App,
  { challenge_id, credential }: LoginCredential,
  from: SessionOrigin,
): Promise<Opened> {
  const { rpId, origin } = siteOf(app)
  const counted = await countJoin(app, from.address)
  const challenge = await takeLoginChallenge(app, challenge_id)
  const kept = await app.db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credential.id)
    .where('rp_id', '=', rpId)
    .executeTakeFirst()
  if (!kept) throw unknown()
  const { verifyAuthenticationResponse } = await openLibrary()
  const verified = await verifyAuthenticationResponse({
    response: {
      ...credential,
      ...leftOut(credential),
      response: { ...credential.response, userHandle: credential.response.userHandle ?? undefined },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: kept.rp_id,
    credential: {
      id: kept.credential_id,
      publicKey: new Uint8Array(kept.public_key),
      counter: Number(kept.sign_count),
      transports: kept.transports,
    },
    requireUserVerification: true,
  }).catch((): Partial<VerifiedAuthenticationResponse> => ({ verified: false }))
  const concerned = { businessId: kept.business_id, memberId: kept.user_id }
  if (!verified.verified || !verified.authenticationInfo) {
    await recordAudit(app, [{ kind: 'login_failed', ...concerned, from }])
    throw unknown()
  }
  const { newCounter } = verified.authenticationInfo
  const opened = await app.transaction(async (tx) => {
    const user = await activeUsers(tx.db)
      .select(userColumns)
      .where('users.business_id', '=', kept.business_id)
      .where('users.id', '=', kept.user_id)
      .executeTakeFirst()
    // Removed meanwhile, or the same signature a second time.
    const used = await tx.db
      .updateTable('passkeys')
      .set({ sign_count: newCounter, used_at: tx.now() })
      .where('business_id', '=', kept.business_id)
      .where('id', '=', kept.id)
      .where('sign_count', '=', kept.sign_count)
      .returning('id')
      .executeTakeFirst()
    if (!user || !used) throw unknown()
    await recordAudit(tx, [{ kind: 'login', businessId: user.business_id, userId: user.id, from }])
    return { token: await openSession(tx, user, from, { passkey: true }), user: toUser(user) }
  })
  await forgetFailedJoin(app, counted)
  return opened
}

/** @returns the id by which the answer names it. */
async function keepChallenge(app: App, challenge: string, person?: Person): Promise<string> {
  const id = randomUUID()
  await app.db
    .insertInto('passkey_challenges')
    .values({
      id,
      challenge,
      business_id: person?.businessId ?? null,
      user_id: person?.userId ?? null,
      expires_at: new Date(app.now().getTime() + challengeMinutes * 60_000),
    })
    .execute()
  return id
}

/** The question that the person was asked, while it may be answered. */
const ownChallenge = (app: App, id: string, { businessId, userId }: Person) =>
  app.db
    .selectFrom('passkey_challenges')
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', app.now())

/** Uses up the question of a login, whatever the answer. */
async function takeLoginChallenge(app: App, id: string): Promise<string> {
  const taken = await app.db
    .deleteFrom('passkey_challenges')
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst()
  if (!taken || taken.expires_at <= app.now()) throw unknown()
  return taken.challenge
}

export async function forgetOldChallenges(app: App): Promise<void> {
  await app.db.deleteFrom('passkey_challenges').where('expires_at', '<', app.now()).execute()
}

/** What the library's types ask for and we do not use. */
const leftOut = ({
  authenticatorAttachment,
}: {
  authenticatorAttachment?: 'platform' | 'cross-platform' | null | undefined
}) => ({
  clientExtensionResults: {},
  authenticatorAttachment: authenticatorAttachment ?? undefined,
})

const refused = () => new AppError('invalid_input', t('security.passkeys.refused'))
const tooMany = () => new AppError('conflict', t('security.passkeys.tooMany', { most: mostPasskeys }))
const unknown = () => new AppError('wrong_credentials', t('security.passkeys.unknown'))
