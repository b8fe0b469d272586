import type { WholeBusiness } from '../whole-business.ts'
import type { EndpointCall } from './endpoint-call.ts'

const member = (of: WholeBusiness) => of.team.member
const invitation = (of: WholeBusiness) => of.team.invitation
const joining = ({ team }: WholeBusiness) => ({
  token: team.invitationToken,
  name: 'New',
  email: `${crypto.randomUUID()}@example.com`,
  password: 'correct horse',
})

/** The calls of the team: members, invitations and joining. */
export const teamCalls: Record<string, EndpointCall> = {
  'team.list': { own: () => ({}) },
  'team.invite': { own: () => ({ body: { email: '' } }) },
  'team.look': { own: (own) => ({ body: { token: own.team.invitationToken } }) },
  'team.join': { own: (own) => ({ body: joining(own) }) },
  'team.revoke': {
    own: (own) => ({ params: { id: own.team.spareInvitation } }),
    ids: { 'params.id': invitation },
    also: {
      "a member's id as an invitation": (_, other) => ({ params: { id: other.team.member } }),
    },
  },
  'team.remove': {
    own: (own) => ({ params: { id: own.team.spareMember } }),
    ids: { 'params.id': member },
    also: {
      'the owner of another': (_, other) => ({ params: { id: other.person.userId } }),
      "an invitation's id as a member": (_, other) => ({ params: { id: other.team.invitation } }),
    },
  },
}
