import type { FastifyReply } from 'fastify'
import { accounts } from '#contract/accounts.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { checkEventStreams } from '#server/platform/http/event-stream.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import {
  getMe,
  getSettings,
  logIn,
  revokeSession,
  saveSettings,
  sessionsChannel,
  signUp,
} from './accounts.ts'
import { knownDeviceCookie, knownDeviceOf } from './known-device.ts'
import { signupState } from './security/sign-up-door.ts'
import { originOf } from './sessions.ts'

/** The browser is known from now on: others' wrong passwords do not lock it out. */
function remembered<O extends { user: { id: number } }>(app: App, reply: FastifyReply, opened: O): O {
  reply.header('set-cookie', knownDeviceCookie(app, opened.user.id))
  return opened
}

/** What becomes of the provider API key: it is somebody else's to know what it is good for. */
type ProviderKeys = {
  /** Before a key is kept. @throws AppError with the reason at its field. */
  check: (app: App, businessId: number, key: string) => Promise<void>
  /** After one was kept or removed. @returns what came of it, for the owner. */
  changed: (app: App, businessId: number) => Promise<{ sentence: string; choose: boolean }>
}

/** @param atHost the app with the address by which the browser reached it, where none is fixed: links must work there. */
export function accountsRoutes(
  http: Http,
  app: App,
  keys: ProviderKeys,
  atHost: (app: App, host: string | undefined) => App,
): void {
  http.addHook('onListen', async () => {
    app.notes.listen(sessionsChannel, (ids) => void checkEventStreams(ids.split(',')))
  })
  route(http, accounts.signup, async ({ body, request, reply }) =>
    remembered(app, reply, await signUp(atHost(app, request.headers.host), body, originOf(request))),
  )
  route(http, accounts.signupState, () => signupState(app))
  route(http, accounts.login, async ({ body, request, reply }) => {
    const from = { ...originOf(request), cookies: request.headers.cookie }
    return remembered(app, reply, await logIn(app, body, from))
  })
  route(http, accounts.logout, async ({ caller }) => {
    await revokeSession(app, caller.businessId, caller.sessionId)
    return {}
  })
  route(http, accounts.me, async ({ caller, request, reply }) => {
    // Somebody who has been logged in since before browsers were marked is known as well.
    if (knownDeviceOf(app, request.headers.cookie, caller.userId) === undefined) {
      reply.header('set-cookie', knownDeviceCookie(app, caller.userId))
    }
    return await getMe(app, caller)
  })
  route(http, accounts.getSettings, async ({ caller }) => ({ settings: await getSettings(app, caller) }))
  route(http, accounts.saveSettings, async ({ caller, body, request }) => {
    if (body.api_key) await keys.check(app, caller.businessId, body.api_key)
    const waiting = await saveSettings(atHost(app, request.headers.host), caller, body, originOf(request))
    const isKeyNew = Boolean(body.api_key) || body.remove_api_key === true
    const found = isKeyNew ? await keys.changed(app, caller.businessId) : null
    const [{ user }, settings] = await Promise.all([getMe(app, caller), getSettings(app, caller)])
    return {
      user,
      settings,
      api_key_finding: found?.sentence ?? null,
      api_key_choose: found?.choose ?? false,
      message: waiting
        ? t('security.confirmEmail.changeSent', { email: waiting })
        : t('accounts.settingsSaved'),
    }
  })
}
