import { randomBytes } from 'node:crypto'
import { accounts } from '#contract/accounts.ts'
import { apiKeys } from '#contract/api/keys.ts'
import { passkeys } from '#contract/security/passkeys.ts'
import { security } from '#contract/security.ts'
import { team } from '#contract/team.ts'
import { makeResetLink } from '#server/features/accounts/accounts.ts'
import { mailConfirmation } from '#server/features/accounts/security/confirm-email.ts'
import { softAuthenticator } from '../../passkey.ts'
import type { Person, TestServer } from '../../server.ts'
import type { WholeBusiness } from '../whole-business.ts'
import type { EndpointCall } from './endpoint-call.ts'

/** The sessions of a person beside the one they use, and a link that sets a colleague's password. */
export type PersonSecurity = {
  session: string
  spareSession: string
  resetToken: string
  confirmToken: string
  apiKey: string
  passkey: number
  sparePasskey: number
  challenge: string
  /** Answers the challenge. */
  credential: ReturnType<ReturnType<typeof softAuthenticator>['create']>
}

const lastOf = (link: string): string => link.split('/').at(-1) ?? ''

const newKey = (word: string) => ({
  name: `${word} key`,
  scopes: ['leads:read' as const],
  expires_in_days: 90,
  current_password: 'correct horse',
})

export async function addSecurity(server: TestServer, person: Person, word: string): Promise<PersonSecurity> {
  const { token, email } = person
  const open = async () => {
    const { body } = await server.call(accounts.login, { body: { email, password: 'correct horse' } })
    const { sessions } = (await server.call(security.sessions, { token: body.token })).body
    return sessions.find(({ current }) => current)?.id ?? ''
  }
  const [session, spareSession] = [await open(), await open()]
  const { link } = (await server.call(team.invite, { token, body: {} })).body
  const forgetful = `${crypto.randomUUID()}@example.com`
  const joining = { token: lastOf(link), name: 'Forgetful', email: forgetful, password: 'correct horse' }
  await server.call(team.join, { body: joining })
  const resetToken = lastOf((await makeResetLink(server.app, forgetful)) ?? '')
  const confirmToken = await makeConfirmation(server, person)
  await addTwoFactor(server, person)
  const [passkey, sparePasskey] = [await addPasskey(server, person), await addPasskey(server, person)]
  const headers = { 'idempotency-key': `${word} key`.replaceAll(' ', '-') }
  const { key } = (await server.call(apiKeys.create, { token, body: newKey(word), headers })).body
  const keys = { apiKey: key.id, passkey, sparePasskey }
  return { session, spareSession, resetToken, confirmToken, ...keys, ...(await askPasskey(server, person)) }
}

/** The link of a mail that confirms the person's email. */
async function makeConfirmation({ app }: TestServer, person: Person): Promise<string> {
  const mails: string[] = []
  const mail = async ({ text }: { text: string }) => void mails.push(text)
  await mailConfirmation({ ...app, mail }, person, person.email)
  return /confirm-email\/(\S+)/.exec(mails[0] ?? '')?.[1] ?? ''
}

/** A question for a passkey, and the answer to it. */
async function askPasskey(server: TestServer, { token }: Person) {
  const { body } = await server.call(passkeys.start, { token, body: { current_password: 'correct horse' } })
  const { origin, hostname: rpId } = new URL(server.app.settings.publicUrl)
  const credential = softAuthenticator(origin).create({ challenge: body.options.challenge, rpId })
  return { challenge: body.challenge_id, credential }
}

async function addPasskey(server: TestServer, person: Person): Promise<number> {
  const { challenge, credential } = await askPasskey(server, person)
  const body = { challenge_id: challenge, name: 'Phone', credential }
  return (await server.call(passkeys.add, { token: person.token, body })).body.passkey.id
}

/** Started, not confirmed: a login asks for no code. */
async function addTwoFactor({ app }: TestServer, { businessId, userId }: Person): Promise<void> {
  const person = { business_id: businessId, user_id: userId }
  const secret = { secret_ciphertext: randomBytes(40), secret_key_id: 'none' }
  await app.db
    .insertInto('two_factors')
    .values({ ...person, ...secret })
    .execute()
  await app.db
    .insertInto('recovery_codes')
    .values({ ...person, code_hash: randomBytes(32) })
    .execute()
}

const ownLogin = { current_password: 'correct horse' }

const member = (of: WholeBusiness) => of.team.member

const passkeyIds = {
  'body.challenge_id': (of: WholeBusiness) => of.security.challenge,
  'body.credential.id': (of: WholeBusiness) => of.security.credential.id,
  'body.credential.rawId': (of: WholeBusiness) => of.security.credential.rawId,
}

/** The calls of sessions, passwords and the activity log. */
export const securityCalls: Record<string, EndpointCall> = {
  'apiKeys.list': { own: () => ({}) },
  'apiKeys.create': { own: (own) => ({ body: newKey(own.word) }) },
  'apiKeys.revoke': {
    own: (own) => ({ params: { id: own.security.apiKey } }),
    ids: { 'params.id': (of: WholeBusiness) => of.security.apiKey },
  },
  'audit.list': { own: () => ({}), ids: { 'query.user_id': member } },
  'audit.export': { own: () => ({}), ids: { 'query.user_id': member } },
  'security.twoFactor': { own: () => ({}) },
  'security.startTwoFactor': { own: () => ({ body: { current_password: 'correct horse' } }) },
  'security.confirmTwoFactor': { own: () => ({ body: { code: '123456' } }) },
  'security.renewRecoveryCodes': {
    own: () => ({ body: { current_password: 'correct horse', code: '123456' } }),
  },
  'security.endTwoFactor': {
    own: () => ({ body: { current_password: 'correct horse', code: '123456' } }),
  },
  'closing.state': { own: () => ({}) },
  'closing.ask': {
    own: ({ word }) => ({ body: { current_password: 'wrong horse', business_name: word } }),
  },
  'closing.cancel': { own: () => ({}) },
  'passkeys.list': { own: () => ({}) },
  'passkeys.start': { own: () => ({ body: ownLogin }) },
  'passkeys.add': {
    own: (own) => ({
      body: { challenge_id: own.security.challenge, name: 'Phone', credential: own.security.credential },
    }),
    once: true,
    ids: passkeyIds,
  },
  'passkeys.remove': {
    own: (own) => ({ params: { id: own.security.sparePasskey }, body: ownLogin }),
    ids: { 'params.id': (of: WholeBusiness) => of.security.passkey },
  },
  'passkeys.startLogin': { own: () => ({}) },
  'passkeys.logIn': {
    own: () => {
      const asked = { challenge: 'unknown', rpId: 'localhost' }
      const credential = softAuthenticator('http://localhost').get(asked)
      return { body: { challenge_id: crypto.randomUUID(), credential } }
    },
    ids: passkeyIds,
    status: 401,
  },
  'confirmEmail.send': { own: () => ({}) },
  'confirmEmail.confirm': { own: (own) => ({ body: { token: own.security.confirmToken } }) },
  'security.sessions': { own: () => ({}) },
  'security.endOthers': { own: () => ({ body: { current_password: 'wrong horse' } }) },
  'security.endSession': {
    own: (own) => ({ params: { id: own.security.spareSession }, body: ownLogin }),
    ids: { 'params.id': (of: WholeBusiness) => of.security.session },
  },
  'security.forgot': { own: ({ person }) => ({ body: { email: person.email } }) },
  'security.reset': {
    own: (own) => ({ body: { token: own.security.resetToken, password: 'battery staple' } }),
  },
  'security.lookAtReset': { own: (own) => ({ body: { token: own.security.resetToken } }) },
}
