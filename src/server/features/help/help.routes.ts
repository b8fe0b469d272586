import { help } from '#contract/help.ts'
import type { App } from '#server/app.ts'
import { countHelpMessage, requireOperator } from '#server/features/accounts/accounts.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { sendHelpMessage } from './help.ts'
import { countUnreadHelp, listHelpMessages, markHelpRead } from './inbox.ts'

export function helpRoutes(http: Http, app: App): void {
  route(http, help.send, async ({ caller, body }) => {
    await countHelpMessage(app, caller.userId)
    await sendHelpMessage(app, caller, body)
    return {}
  })
  route(http, help.inbox, async ({ caller, query: { limit, cursor } }) => {
    requireOperator(caller)
    const before = cursor === undefined ? undefined : Number(cursor)
    return { ...(await listHelpMessages(app, { limit, before })), unread: await countUnreadHelp(app) }
  })
  route(http, help.markRead, async ({ caller, body }) => {
    requireOperator(caller)
    await markHelpRead(app, body.up_to)
    return { unread: await countUnreadHelp(app) }
  })
  route(http, help.contact, async () => ({ email: app.settings.supportEmail ?? null }))
}
