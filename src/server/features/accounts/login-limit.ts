import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { AppError } from '#server/platform/errors.ts'

const windowMinutes = 15
/** Wrong passwords for one e-mail before it must wait: a person mistypes a few, a guesser needs thousands. */
const perEmail = 10
/** Higher, because a shop or a school stands behind one address. */
const perAddress = 50

type Attempt = { address: string; email: string }

/**
 * Refuses a login while too many failed in the last 15 minutes for this e-mail or this address. The failures
 * stand in the database, so that the limit holds over all processes.
 */
export async function refuseTooManyLogins(app: App, attempt: Attempt): Promise<void> {
  const since = new Date(app.now().getTime() - windowMinutes * 60_000)
  const rows = await app.db
    .selectFrom('login_failures')
    .select(['subject', sql<number>`count(*)::int`.as('count')])
    .where('subject', 'in', [emailSubject(attempt), addressSubject(attempt)])
    .where('at', '>', since)
    .groupBy('subject')
    .execute()
  const count = (subject: string): number => rows.find((row) => row.subject === subject)?.count ?? 0
  if (count(emailSubject(attempt)) >= perEmail || count(addressSubject(attempt)) >= perAddress) {
    throw new AppError('rate_limited', `Too many failed logins. Try again in ${windowMinutes} minutes.`, {
      retryAfterSeconds: windowMinutes * 60,
    })
  }
}

export async function recordFailedLogin(app: App, attempt: Attempt): Promise<void> {
  await app.db
    .insertInto('login_failures')
    .values([
      { subject: emailSubject(attempt), at: app.now() },
      { subject: addressSubject(attempt), at: app.now() },
    ])
    .execute()
}

/** A successful login clears the e-mail's count; the address keeps its own. */
export async function forgetFailedLogins(app: App, attempt: Attempt): Promise<void> {
  await app.db.deleteFrom('login_failures').where('subject', '=', emailSubject(attempt)).execute()
}

function emailSubject({ email }: Attempt): string {
  return createHash('sha256').update(`email ${email}`).digest('hex')
}

function addressSubject({ address }: Attempt): string {
  return createHash('sha256').update(`address ${address}`).digest('hex')
}
