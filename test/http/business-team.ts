import { accounts } from '#contract/accounts.ts'
import { team } from '#contract/team.ts'
import type { Person, TestServer } from '../server.ts'

/** The people of a business beside its owner, and its invitations. */
export type BusinessTeam = {
  member: number
  /** There to be removed. */
  spareMember: number
  invitation: number
  spareInvitation: number
  /** Of the invitation that stays open. */
  invitationToken: string
}

const tokenOf = (link: string): string => link.split('/').at(-1) ?? ''

export async function addTeam(server: TestServer, { token }: Person, word: string): Promise<BusinessTeam> {
  const invite = async () => (await server.call(team.invite, { token, body: {} })).body
  const join = async (name: string) => {
    const { link } = await invite()
    const { body } = await server.call(team.join, {
      body: {
        token: tokenOf(link),
        name: `${word} ${name}`,
        email: `${crypto.randomUUID()}@example.com`,
        password: 'correct horse',
      },
    })
    return body
  }
  const member = await join('member')
  const spare = await join('spare member')
  await server.call(accounts.logout, { token: spare.token })
  const [kept, another] = [await invite(), await invite()]
  return {
    member: member.user.id,
    spareMember: spare.user.id,
    invitation: kept.invitation.id,
    spareInvitation: another.invitation.id,
    invitationToken: tokenOf(kept.link),
  }
}
