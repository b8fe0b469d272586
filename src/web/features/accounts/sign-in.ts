import { accounts, type User } from '#contract/accounts.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { passkeys } from '#contract/security/passkeys.ts'
import { security } from '#contract/security.ts'
import { team } from '#contract/team.ts'
import { t } from '#web/messages/t.ts'
import { ApiError, call } from '#web/net/api.ts'
import { startSession } from '#web/session/session.ts'
import { PasskeyError, signByPasskey } from './security/browser-passkey.ts'

/** `broken`: the session could not be started on this device, such as by a full storage. */
type Words = { failed: string; unreachable: string; unreadable: string; broken: string }

const loginTexts = (): Words => ({
  failed: t('accounts.login.failed'),
  unreachable: t('accounts.serverError'),
  unreadable: t('accounts.login.unreadable'),
  broken: t('accounts.login.broken'),
})
const signupTexts = (): Words => ({
  failed: t('accounts.signup.failed'),
  unreachable: t('accounts.serverError'),
  unreadable: t('accounts.serverError'),
  broken: t('accounts.signup.failed'),
})

const joinTexts = (): Words => ({
  failed: t('team.join.failed'),
  unreachable: t('accounts.serverError'),
  unreadable: t('accounts.serverError'),
  broken: t('team.join.failed'),
})

/** What to show when it did not work: a sentence, and sentences by field. */
export type SignInFailure = {
  message: string
  fields: Readonly<Record<string, string>>
  /** The account asks for a code of its authenticator app. */
  needsCode?: boolean
}

export function logIn(body: InputOf<typeof accounts.login>['body']): Promise<SignInFailure | null> {
  return enter(() => call(accounts.login, { body }), loginTexts())
}

/** Logs in with a passkey of the device. @returns why not, with an empty message where the person cancelled. */
export async function logInByPasskey(): Promise<SignInFailure | null> {
  const words = loginTexts()
  return await enter(async () => {
    const { challenge_id, options } = await call(passkeys.startLogin)
    return await call(passkeys.logIn, { body: { challenge_id, credential: await signByPasskey(options) } })
  }, words)
}

export function signUp(body: InputOf<typeof accounts.signup>['body']): Promise<SignInFailure | null> {
  return enter(() => call(accounts.signup, { body }), signupTexts())
}

/** Sets a new password by the link of a mail. */
export function resetPassword(body: InputOf<typeof security.reset>['body']): Promise<SignInFailure | null> {
  const failed = t('security.reset.failed')
  const unreachable = t('accounts.serverError')
  return enter(() => call(security.reset, { body }), {
    failed,
    unreachable,
    unreadable: unreachable,
    broken: failed,
  })
}

/** Joins the team of an invitation. */
export function join(body: InputOf<typeof team.join>['body']): Promise<SignInFailure | null> {
  return enter(() => call(team.join, { body }), joinTexts())
}

/** Starts the session of the server's answer, or returns why there is none. */
async function enter(
  ask: () => Promise<{ token: string; user: User }>,
  words: Words,
): Promise<SignInFailure | null> {
  try {
    const { token, user } = await ask()
    // Without them the session could not be used.
    if (!token || !(user?.user_id ?? user?.id)) return { message: t('accounts.login.invalid'), fields: {} }
    startSession(token, user)
    return null
  } catch (error) {
    if (error instanceof PasskeyError) return { message: '', fields: {} }
    if (!(error instanceof ApiError)) {
      console.warn(error)
      return { message: words.broken, fields: {} }
    }
    if (error.kind === 'answer') {
      // A sentence at its field is not repeated above the form.
      const said = Object.values(error.fields).includes(error.message)
      const needsCode = error.code === 'two_factor_needed'
      return { message: said ? '' : error.message || words.failed, fields: error.fields, needsCode }
    }
    return {
      message: error.kind === 'network' ? words.unreachable : unreadableText(error, words),
      fields: {},
    }
  }
}

/** A success that cannot be read is a wrong answer; a failing status without our answer is a server in trouble. */
function unreadableText(error: ApiError, words: Words): string {
  return error.status >= 200 && error.status < 300 ? words.unreadable : words.unreachable
}
