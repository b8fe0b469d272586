import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { isPublicHost } from '#server/platform/outside/public-addresses.ts'

/** `open`: anybody makes an account and a business of their own. `invite`: only by an invitation. `closed`: nobody. */
export type SignupDoor = 'open' | 'invite' | 'closed'

const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/**
 * The code by which the first account of a public install is made: the operator reads it on the terminal. Equal in all
 * processes, and of no use once there is an account.
 */
export function setupCodeOf(jwtSecret: string): string {
  const bytes = createHmac('sha256', jwtSecret).update('setup code').digest().subarray(0, 12)
  const code = [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('')
  return code.match(/.{4}/g)?.join('-') ?? code
}

async function hasAccounts(app: App): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`select exists (select from users) as some`.execute(app.db)
  return rows[0]?.some ?? false
}

/** Whether the first account still has to be made, by whom only the operator says. */
export async function awaitsSetup(app: App): Promise<boolean> {
  return isPublicHost(app.settings.publicUrl) && !(await hasAccounts(app))
}

/** What the sign-up screen shows. */
export async function signupState(app: App): Promise<{ door: SignupDoor; setup: boolean }> {
  const setup = await awaitsSetup(app)
  const first = setup || !(await hasAccounts(app))
  return { door: first ? 'open' : (app.settings.signup ?? 'open'), setup }
}

/**
 * Keeps strangers out of a sign-up; the first account can always be made. One at a time until there is one, so that
 * two people cannot both be the first.
 * @param code what was given as the setup code.
 * @throws AppError `forbidden` where sign-up is closed; `invalid_input` at `setup_code`.
 */
export async function holdSignupDoor(tx: App, code: string | undefined): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tidings sign-up'))`.execute(tx.db)
  if (await hasAccounts(tx)) {
    if ((tx.settings.signup ?? 'open') !== 'open') throw new AppError('forbidden', t('security.signupClosed'))
    return
  }
  if (!isPublicHost(tx.settings.publicUrl)) return
  if (!isSame(setupCodeOf(tx.settings.jwtSecret), code ?? '')) {
    const sentence = t(code ? 'security.setupCodeWrong' : 'security.setupCodeMissing')
    throw new AppError('invalid_input', sentence, { fields: { setup_code: sentence } })
  }
}

function isSame(code: string, given: string): boolean {
  const plain = (text: string) => Buffer.from(text.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
  const [wanted, got] = [plain(code), plain(given)]
  return wanted.length === got.length && timingSafeEqual(wanted, got)
}
