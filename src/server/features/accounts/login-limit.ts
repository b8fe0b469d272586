import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { senderOf } from '#server/platform/http/limits/network.ts'

/** So many times the limit in so many minutes: who goes on failing waits longer and longer. */
const windows = [
  { minutes: 15, times: 1 },
  { minutes: 60, times: 2 },
  { minutes: 24 * 60, times: 4 },
] as const
/** Wrong passwords for one e-mail before it must wait: a person mistypes a few, a guesser needs thousands. */
const perEmail = 10
const perDevice = 10
/** Mails with a link for a new password in the same time. */
const linksPerEmail = 5
/** Higher, because a shop or a school stands behind one address. */
const perAddress = 50

/** More failures of one subject change nothing. */
const mostLooked = 1000

/** `device`: the browser, where the person has logged in with it before. */
type Attempt = { address: string; email: string; device?: string | undefined }
/** A login that counts as failed until it is known to be right. */
type CountedLogin = Attempt & { at: Date }

/**
 * Counts a login as a failure before its password is looked at: counted afterwards, any number sent at once would all
 * be let through. A known browser has a limit of its own, so that wrong passwords sent from elsewhere do not lock its
 * owner out.
 * @throws AppError `rate_limited`; a refused login does not count.
 */
export async function countLogin(app: App, attempt: Attempt): Promise<CountedLogin> {
  const counted = { ...attempt, at: app.now() }
  await countAll(app, limitsOf(attempt), counted.at, (minutes) => t('accounts.tooManyLogins', { minutes }))
  return counted
}

/** A try to open an invitation; it counts as failed until it is known to be right. */
type CountedJoin = { subject: string; at: Date }

/** @throws AppError `rate_limited` after too many tries that failed from this address. */
export async function countJoin(app: App, address: string): Promise<CountedJoin> {
  const counted = { subject: hashOf(`join ${senderOf(address)}`), at: app.now() }
  const limits = new Map([[counted.subject, perAddress]])
  await countAll(app, limits, counted.at, (minutes) => t('team.tooManyTries', { minutes }))
  return counted
}

/** What is asked for again within a session. A right password leaves the wrong codes counted. */
type Asked = 'password' | 'code'

/** @throws AppError `rate_limited` after too many wrong ones for a change of the own account. */
export async function countOwnCheck(app: App, asked: Asked, userId: number): Promise<void> {
  const limits = new Map([[checkSubject(asked, userId), perDevice]])
  await countAll(app, limits, app.now(), (minutes) => t('accounts.tooManyLogins', { minutes }))
}

export async function forgetOwnChecks(app: App, asked: Asked, userId: number): Promise<void> {
  await app.db.deleteFrom('login_failures').where('subject', '=', checkSubject(asked, userId)).execute()
}

/** @throws AppError `rate_limited` after too many links for one e-mail, or asked for from one address. */
export async function countForgotten(
  app: App,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const limits = new Map([
    [hashOf(`forgot ${email}`), linksPerEmail],
    [hashOf(`forgot from ${senderOf(address)}`), perAddress],
  ])
  await countAll(app, limits, app.now(), (minutes) => t('team.tooManyTries', { minutes }))
}

/** @throws AppError `rate_limited` after too many mails that ask to confirm one address, or that one person asked for. */
export async function countConfirmations(
  app: App,
  { email, userId }: { email: string; userId: number },
): Promise<void> {
  const limits = new Map([
    [hashOf(`confirm ${email}`), linksPerEmail],
    [hashOf(`confirm of ${userId}`), 2 * linksPerEmail],
  ])
  await countAll(app, limits, app.now(), (minutes) => t('team.tooManyTries', { minutes }))
}

/** Lifts the lock of an e-mail, as its owner or the operator asks for. @returns whether there was a failure. */
export async function forgetFailuresOf(app: App, { email }: { email: string }): Promise<boolean> {
  const gone = await app.db
    .deleteFrom('login_failures')
    .where('subject', '=', hashOf(`email ${email}`))
    .returning('subject')
    .execute()
  return gone.length > 0
}

export async function forgetFailedJoin(app: App, { subject, at }: CountedJoin): Promise<void> {
  await uncount(app, subject, at)
}

/** Accounts that may be made from one network address in the same time: a class that begins together. */
const signupsPerAddress = 50

/** @throws AppError `rate_limited` after too many sign-ups from this network address, taken or refused. */
export async function countSignup(app: App, address: string): Promise<void> {
  const limits = new Map([
    [hashOf(`sign-up from ${senderOf(address)}`), app.settings.signupLimit ?? signupsPerAddress],
  ])
  await countAll(app, limits, app.now(), (minutes) => t('team.tooManyTries', { minutes }))
}

/** Logins with a passkey that may be begun from one network address in the same time. */
const passkeyLoginsPerAddress = 300

/** @throws AppError `rate_limited` after too many logins with a passkey that were begun from this network address. */
export async function countPasskeyLogin(app: App, address: string): Promise<void> {
  const limits = new Map([[hashOf(`passkey from ${senderOf(address)}`), passkeyLoginsPerAddress]])
  await countAll(app, limits, app.now(), (minutes) => t('team.tooManyTries', { minutes }))
}

/** Messages to the operator that one person may send in the same time. */
const helpPerUser = 20

/** @throws AppError `rate_limited` after too many messages to the operator from this person. */
export async function countHelpMessage(app: App, userId: number): Promise<void> {
  const limits = new Map([[hashOf(`help of ${userId}`), helpPerUser]])
  await countAll(app, limits, app.now(), (minutes) => t('team.tooManyTries', { minutes }))
}

/** Addresses of other sites that one person may have this server open: far above what a busy day of posts needs. */
export const outsidePerUser = 120

/** @throws AppError `rate_limited` after too many addresses of other sites that this person had opened. */
export async function countOutside(app: App, userId: number): Promise<void> {
  const limits = new Map([[hashOf(`outside of ${userId}`), outsidePerUser]])
  await countAll(app, limits, app.now(), (minutes) => t('social.media.link.tooMany', { minutes }))
}

/** Failures are counted in the database, so that a limit holds over all processes. The wait grows with them. */
async function countAll(
  app: App,
  limits: ReadonlyMap<string, number>,
  at: Date,
  sentence: (minutes: number) => string,
): Promise<void> {
  const subjects = [...limits.keys()]
  await app.db
    .insertInto('login_failures')
    .values(subjects.map((subject) => ({ subject, at })))
    .execute()
  const longest = Math.max(...windows.map(({ minutes }) => minutes))
  const rows = await app.db
    .selectFrom('login_failures')
    .select(['subject', sql<Date[]>`(array_agg(at order by at desc))[:${sql.lit(mostLooked)}]`.as('times')])
    .where('subject', 'in', subjects)
    .where('at', '>', new Date(at.getTime() - longest * 60_000))
    .groupBy('subject')
    .execute()
  const waits = rows.map(({ subject, times }) => waitOf(times, limits.get(subject) ?? 0, at))
  const wait = Math.max(0, ...waits)
  if (wait > 0) {
    for (const subject of subjects) await uncount(app, subject, at)
    const minutes = Math.ceil(wait / 60_000)
    throw new AppError('rate_limited', sentence(minutes), { retryAfterSeconds: Math.ceil(wait / 1000) })
  }
}

/**
 * How long a try has to wait, in ms; 0: it may go on.
 * @param times of the failures, the newest first, this one with them.
 */
function waitOf(times: readonly Date[], limit: number, now: Date): number {
  const waits = windows.map(({ minutes, times: factor }) => {
    const decisive = times[limit * factor]
    return decisive ? decisive.getTime() + minutes * 60_000 - now.getTime() : 0
  })
  return Math.max(0, ...waits)
}

/** A login was neither right nor wrong: it leaves nothing behind. */
export async function forgetAttempt(app: App, login: CountedLogin): Promise<void> {
  for (const subject of limitsOf(login).keys()) await uncount(app, subject, login.at)
}

/** A login was right: the failures of the person or browser are forgotten; the address keeps those of others. */
export async function forgetFailedLogins(app: App, login: CountedLogin): Promise<void> {
  const own = login.device === undefined ? emailSubject(login) : deviceSubject(login.device)
  await app.db.deleteFrom('login_failures').where('subject', '=', own).execute()
  if (login.device === undefined) await uncount(app, addressSubject(login), login.at)
}

function limitsOf(attempt: Attempt): Map<string, number> {
  if (attempt.device !== undefined) return new Map([[deviceSubject(attempt.device), perDevice]])
  return new Map([
    [emailSubject(attempt), perEmail],
    [addressSubject(attempt), perAddress],
  ])
}

/** Takes one failure of this moment away; any of several is as good as the other. */
async function uncount(app: App, subject: string, at: Date): Promise<void> {
  await sql`
    delete from login_failures where ctid in (
      select ctid from login_failures where subject = ${subject} and at = ${at} limit 1)`.execute(app.db)
}

const checkSubject = (asked: Asked, userId: number): string => hashOf(`${asked} of ${userId}`)

function emailSubject({ email }: Attempt): string {
  return hashOf(`email ${email}`)
}

function deviceSubject(device: string): string {
  return hashOf(`device ${device}`)
}

function addressSubject({ address }: Attempt): string {
  return hashOf(`address ${senderOf(address)}`)
}

function hashOf(subject: string): string {
  return createHash('sha256').update(subject).digest('hex')
}
