import { accounts } from '#contract/accounts.ts'
import type { App } from '#server/app.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { getMe, getSettings, logIn, revokeSession, saveSettings, signUp } from './accounts.ts'

export function accountsRoutes(http: Http, app: App): void {
  route(http, accounts.signup, ({ body }) => signUp(app, body))
  route(http, accounts.login, ({ body, request }) => logIn(app, body, request.ip))
  route(http, accounts.logout, async ({ caller }) => {
    await revokeSession(app, caller.businessId, caller.sessionId)
    return {}
  })
  route(http, accounts.me, ({ caller }) => getMe(app, caller))
  route(http, accounts.getSettings, async ({ caller }) => ({ settings: await getSettings(app, caller) }))
  route(http, accounts.saveSettings, async ({ caller, body }) => {
    await saveSettings(app, caller, body)
    const [{ user }, settings] = await Promise.all([getMe(app, caller), getSettings(app, caller)])
    return { user, settings, message: 'Settings updated successfully!' }
  })
}
