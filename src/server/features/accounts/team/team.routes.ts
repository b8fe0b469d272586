import { team } from '#contract/team.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { knownDeviceCookie } from '../known-device.ts'
import { originOf } from '../sessions.ts'
import { inviteMember, listInvitations, revokeInvitation } from './invitations.ts'
import { joinTeam, lookAtInvitation } from './joining.ts'
import { type MembersWork, removeMember } from './removal.ts'
import { listTeam } from './team.ts'
import { listTeamEvents } from './team-events.ts'

type TeamHttp = {
  work: MembersWork
  /** The app with the address by which the browser reached it, where none is fixed: links must work there. */
  atHost: (app: App, host: string | undefined) => App
}

export function teamRoutes(http: Http, app: App, { work, atHost }: TeamHttp): void {
  route(http, team.list, async ({ caller }) => {
    const [members, invitations, events] = await Promise.all([
      listTeam(app, caller.businessId, work),
      listInvitations(app, caller.businessId),
      listTeamEvents(app, caller.businessId),
    ])
    return { members, invitations, events, mails: app.mail !== undefined }
  })
  route(http, team.invite, async ({ caller, body, request }) =>
    inviteMember(atHost(app, request.headers.host), caller, body.email || undefined),
  )
  route(http, team.revoke, async ({ caller, params }) => {
    await revokeInvitation(app, caller, params.id)
    return { message: t('team.revokedDone') }
  })
  route(http, team.remove, async ({ caller, params }) => ({
    unassigned: await removeMember(app, caller, params.id, work),
    message: t('team.removedDone'),
  }))
  route(http, team.leave, async ({ caller }) => {
    await removeMember(app, caller, caller.userId, work)
    return {}
  })
  route(http, team.look, ({ body, request }) => lookAtInvitation(app, body.token, request.ip))
  route(http, team.join, async ({ body, request, reply }) => {
    const opened = await joinTeam(atHost(app, request.headers.host), body, originOf(request))
    reply.header('set-cookie', knownDeviceCookie(app, opened.user.id))
    return opened
  })
}
