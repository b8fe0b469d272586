import { accounts } from '#contract/accounts.ts'
import { security } from '#contract/security.ts'
import { makeResetLink } from '#server/features/accounts/accounts.ts'
import type { Person, TestServer } from '../server.ts'
import type { EndpointCall } from './endpoint-call.ts'
import type { WholeBusiness } from './whole-business.ts'

/** The sessions of a person beside the one they use, and a link that sets their password. */
export type PersonSecurity = { session: string; spareSession: string; resetToken: string }

export async function addSecurity(server: TestServer, { token, email }: Person): Promise<PersonSecurity> {
  const open = async () => {
    const { body } = await server.call(accounts.login, { body: { email, password: 'correct horse' } })
    const { sessions } = (await server.call(security.sessions, { token: body.token })).body
    return sessions.find(({ current }) => current)?.id ?? ''
  }
  const [session, spareSession] = [await open(), await open()]
  await server.call(security.sessions, { token })
  const resetToken = (await makeResetLink(server.app, email))?.split('/').at(-1) ?? ''
  return { session, spareSession, resetToken }
}

/** The calls of sessions and passwords. */
export const securityCalls: Record<string, EndpointCall> = {
  'security.sessions': { own: () => ({}) },
  'security.endSession': {
    own: (own) => ({ params: { id: own.security.spareSession } }),
    ids: { 'params.id': (of: WholeBusiness) => of.security.session },
  },
  'security.forgot': { own: ({ person }) => ({ body: { email: person.email } }) },
  'security.lookAtReset': { own: (own) => ({ body: { token: own.security.resetToken } }) },
}
