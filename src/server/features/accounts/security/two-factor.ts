import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { countOwnCheck, forgetOwnChecks } from '../login-limit.ts'
import { activeMembers, activeUsers } from '../members.ts'
import { noteAuthenticatedAgain, revokeSessions, type SessionOrigin } from '../sessions.ts'
import { recordAudit } from './audit.ts'
import { requireCurrentPassword } from './current-password.ts'

type Person = Pick<Caller, 'businessId' | 'userId'>

const stepSeconds = 30
/** A clock that is a step off, and a code that is typed late. */
const stepsOff = 1
const codesAtOnce = 10

export const twoFactorContext = ({ businessId, userId }: Person): string =>
  `two_factors ${businessId} ${userId}`

/** The person's row. */
const rowOf = (app: App, { businessId, userId }: Person) =>
  app.db
    .selectFrom('two_factors')
    .select(['secret_ciphertext', 'secret_key_id', 'confirmed_at', 'last_step'])
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Tidings', label, secret: Secret.fromBase32(secret), period: stepSeconds })

export async function twoFactorState(
  app: App,
  person: Person,
): Promise<{ on: boolean; recovery_codes_left: number }> {
  const row = await rowOf(app, person).executeTakeFirst()
  const { count } = await app.db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('business_id', '=', person.businessId)
    .where('user_id', '=', person.userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { on: Boolean(row?.confirmed_at), recovery_codes_left: Number(count) }
}

/** @throws AppError `invalid_input` for a wrong password; `conflict` where it is on already. */
export async function startTwoFactor(
  app: App,
  caller: Caller,
  currentPassword: string,
): Promise<{ secret: string; uri: string }> {
  const own = await ownRow(app, caller)
  await requireCurrentPassword(app, caller, own.password_hash, currentPassword)
  const secret = new Secret({ size: 20 }).base32
  const sealed = app.secrets.seal(secret, twoFactorContext(caller))
  const values = { secret_ciphertext: sealed.ciphertext, secret_key_id: sealed.key_id }
  const started = await app.db
    .insertInto('two_factors')
    .values({ business_id: caller.businessId, user_id: caller.userId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'user_id'])
        .doUpdateSet(values)
        .where('two_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!started) throw new AppError('conflict', t('security.twoFactor.isOn'))
  return { secret, uri: totpOf(secret, own.email).toString() }
}

/**
 * Turns it on, ends the other sessions and makes recovery codes.
 * @throws AppError `invalid_input` for a wrong code; `conflict` where it is on already or was not started.
 */
export async function confirmTwoFactor(app: App, caller: Caller, code: string): Promise<string[]> {
  return await app.transaction(async (tx) => {
    const row = await rowOf(tx, caller).forUpdate().executeTakeFirst()
    if (!row) throw new AppError('conflict', t('security.twoFactor.notStarted'))
    if (row.confirmed_at) throw new AppError('conflict', t('security.twoFactor.isOn'))
    const step = stepOf(tx, caller, row, code)
    if (step === undefined) throw wrongCode()
    await tx.db
      .updateTable('two_factors')
      .set({ confirmed_at: tx.now(), last_step: step })
      .where('business_id', '=', caller.businessId)
      .where('user_id', '=', caller.userId)
      .execute()
    await revokeSessions(tx, caller, caller.sessionId)
    noteAuthenticatedAgain(caller)
    return await makeRecoveryCodes(tx, caller)
  })
}

/** @throws AppError `invalid_input` for a wrong password or code; `conflict` where it is off; `rate_limited`. */
export async function renewRecoveryCodes(
  app: App,
  caller: Caller,
  { current_password, code }: { current_password: string; code: string },
): Promise<string[]> {
  const { password_hash } = await ownRow(app, caller)
  await requireCurrentPassword(app, caller, password_hash, current_password)
  await requireOwnCode(app, caller, code)
  return await app.transaction((tx) => makeRecoveryCodes(tx, caller))
}

/** @throws AppError `invalid_input` for a wrong password or code; `conflict` where it is off; `rate_limited`. */
export async function endTwoFactor(
  app: App,
  caller: Caller,
  { current_password, code }: { current_password: string; code: string },
): Promise<void> {
  const { password_hash } = await ownRow(app, caller)
  await requireCurrentPassword(app, caller, password_hash, current_password)
  await requireOwnCode(app, caller, code)
  await deleteTwoFactor(app, caller)
}

/** What a login asks for, asked for again: the password, and the code where two-factor authentication is on. */
export type OwnLogin = { current_password?: string | undefined; code?: string | undefined }

/**
 * Before what decides who can log in is changed (ASVS V7.5.1).
 * @throws AppError `invalid_input` at `current_password` or `code`; `rate_limited`.
 */
export async function requireOwnLogin(app: App, caller: Caller, login: OwnLogin): Promise<void> {
  const { password_hash } = await ownRow(app, caller)
  await requireCurrentPassword(app, caller, password_hash, login.current_password)
  const row = await rowOf(app, caller).executeTakeFirst()
  if (!row?.confirmed_at) return
  const missing = t('security.twoFactor.needed')
  if (!login.code) throw new AppError('invalid_input', missing, { fields: { code: missing } })
  await requireOwnCode(app, caller, login.code)
}

/** For the operator, where phone and recovery codes are lost. @returns undefined for an unknown address. */
export async function liftTwoFactor(app: App, email: string): Promise<boolean | undefined> {
  const user = await activeUsers(app.db)
    .select(['users.id', 'users.business_id'])
    .where('users.email', '=', email)
    .executeTakeFirst()
  if (!user) return undefined
  const person = { businessId: user.business_id, userId: user.id }
  return await app.transaction(async (tx) => {
    const was = await deleteTwoFactor(tx, person)
    const { businessId, userId: memberId } = person
    if (was) await recordAudit(tx, [{ kind: 'two_factor_off', businessId, memberId, email }])
    return was
  })
}

/**
 * Asks for the code of an account that has two-factor authentication, after the password was right. A code works
 * once, also when it is sent twice at once.
 * @throws AppError `two_factor_needed` without a code, and with a wrong one (then at `code`).
 */
export async function requireTwoFactor(
  app: App,
  person: Person,
  code: string | undefined,
  from?: SessionOrigin,
): Promise<void> {
  const row = await rowOf(app, person).executeTakeFirst()
  if (!row?.confirmed_at) return
  if (!code) throw new AppError('two_factor_needed', t('security.twoFactor.needed'))
  if (await isUsed(app, person, row, code, from)) return
  const sentence = t('security.twoFactor.wrong')
  throw new AppError('two_factor_needed', sentence, { fields: { code: sentence } })
}

/** Whether an error asks for a code that was not given: no failed login. */
export const asksForCode = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'two_factor_needed' && !error.fields

type Row = { secret_ciphertext: Buffer; secret_key_id: string; last_step: number }

/** The time step of a right code that is later than the last accepted one. */
function stepOf(app: App, person: Person, row: Row, code: string): number | undefined {
  const secret = app.secrets.open(
    { ciphertext: row.secret_ciphertext, key_id: row.secret_key_id },
    twoFactorContext(person),
  )
  const timestamp = app.now().getTime()
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const off = totpOf(secret).validate({ token, timestamp, window: stepsOff })
  if (off === null) return undefined
  const step = Math.floor(timestamp / 1000 / stepSeconds) + off
  return step > Number(row.last_step) ? step : undefined
}

/** Uses up a code of the app, or else a recovery code. */
async function isUsed(
  app: App,
  person: Person,
  row: Row,
  code: string,
  from: SessionOrigin | undefined,
): Promise<boolean> {
  const { businessId, userId } = person
  const step = stepOf(app, person, row, code)
  if (step !== undefined) {
    const moved = await app.db
      .updateTable('two_factors')
      .set({ last_step: step })
      .where('business_id', '=', businessId)
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .returning('user_id')
      .executeTakeFirst()
    return moved !== undefined
  }
  const used = await app.db
    .updateTable('recovery_codes')
    .set({ used_at: app.now() })
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOfCode(code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (used) await recordAudit(app, [{ kind: 'recovery_code_used', businessId, userId, from }])
  return used !== undefined
}

/** As the setting screens ask: a wrong code is a mistake in a field there, and tries are limited. */
async function requireOwnCode(app: App, caller: Caller, code: string): Promise<void> {
  const row = await rowOf(app, caller).executeTakeFirst()
  if (!row?.confirmed_at) throw new AppError('conflict', t('security.twoFactor.isOff'))
  await countOwnCheck(app, 'code', caller.userId)
  if (!(await isUsed(app, caller, row, code, undefined))) throw wrongCode()
  await forgetOwnChecks(app, 'code', caller.userId)
}

async function deleteTwoFactor(app: App, { businessId, userId }: Person): Promise<boolean> {
  const gone = await app.db
    .deleteFrom('two_factors')
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst()
  return gone !== undefined
}

async function makeRecoveryCodes(tx: App, { businessId, userId }: Person): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, newCode)
  await tx.db
    .deleteFrom('recovery_codes')
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .execute()
  await tx.db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ business_id: businessId, user_id: userId, code_hash: hashOfCode(code) })))
    .execute()
  return codes
}

/** 24 characters of base 32, which has neither 0 nor 1: 120 random bits, so that a plain hash is enough. */
function newCode(): string {
  const text = new Secret({ buffer: new Uint8Array(randomBytes(15)).buffer }).base32.toLowerCase()
  return text.match(/.{4}/g)?.join('-') ?? text
}

const hashOfCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z2-7]/g, ''))
    .digest()

const ownRow = (app: App, { businessId, userId }: Person) =>
  activeMembers(app.db, businessId)
    .select(['users.email', 'users.password_hash'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()

function wrongCode(): AppError {
  const sentence = t('security.twoFactor.wrong')
  return new AppError('invalid_input', sentence, { fields: { code: sentence } })
}
