import { help } from '#contract/help.ts'
import type { App } from '#server/app.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { sendHelpMessage } from './help.ts'

export function helpRoutes(http: Http, app: App): void {
  route(http, help.send, async ({ caller, body }) => {
    await sendHelpMessage(app, caller, body)
    return {}
  })
  route(http, help.contact, async () => ({ email: app.settings.supportEmail ?? null }))
}
