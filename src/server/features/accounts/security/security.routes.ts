import { audit } from '#contract/audit/audit.ts'
import { confirmEmail } from '#contract/security/confirm-email.ts'
import { passkeys } from '#contract/security/passkeys.ts'
import { security } from '#contract/security.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { route } from '#server/platform/http/route.ts'
import { sendExport } from '#server/platform/http/send-export.ts'
import type { Http } from '#server/platform/http/server.ts'
import { knownDeviceCookie } from '../known-device.ts'
import { originOf } from '../sessions.ts'
import { exportAudit, listAudit } from './audit.ts'
import { confirmEmail as confirmByLink, mailConfirmationAgain } from './confirm-email.ts'
import { endOtherSessions, endSession, listSessions } from './device-sessions.ts'
import {
  addPasskey,
  listPasskeys,
  logInByPasskey,
  removePasskey,
  startPasskey,
  startPasskeyLogin,
} from './passkeys.ts'
import { askForReset, isResetUsable, resetPassword } from './password-reset.ts'
import {
  confirmTwoFactor,
  endTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  twoFactorState,
} from './two-factor.ts'

/** @param atHost the app with the address by which the browser reached it, where none is fixed. */
export function securityRoutes(
  http: Http,
  app: App,
  atHost: (app: App, host: string | undefined) => App,
): void {
  route(http, security.sessions, async ({ caller }) => ({ sessions: await listSessions(app, caller) }))
  route(http, security.endSession, async ({ caller, params, body }) => {
    await endSession(app, caller, { ...params, ...body })
    return { message: t('security.sessionEnded') }
  })
  route(http, security.endOthers, async ({ caller, body }) => ({
    ended: await endOtherSessions(app, caller, body.current_password),
  }))
  route(http, security.twoFactor, ({ caller }) => twoFactorState(app, caller))
  route(http, security.startTwoFactor, ({ caller, body }) =>
    startTwoFactor(app, caller, body.current_password),
  )
  route(http, security.confirmTwoFactor, async ({ caller, body }) => ({
    recovery_codes: await confirmTwoFactor(app, caller, body.code),
  }))
  route(http, security.renewRecoveryCodes, async ({ caller, body }) => ({
    recovery_codes: await renewRecoveryCodes(app, caller, body),
  }))
  route(http, security.endTwoFactor, async ({ caller, body }) => {
    await endTwoFactor(app, caller, body)
    return {}
  })
  route(http, passkeys.list, async ({ caller }) => ({ passkeys: await listPasskeys(app, caller) }))
  route(http, passkeys.start, ({ caller, body, request }) =>
    startPasskey(atHost(app, request.host), caller, body),
  )
  route(http, passkeys.add, async ({ caller, body, request }) => ({
    passkey: await addPasskey(atHost(app, request.host), caller, body),
  }))
  route(http, passkeys.remove, async ({ caller, params, body }) => {
    await removePasskey(app, caller, params.id, body)
    return {}
  })
  route(http, passkeys.startLogin, ({ request }) =>
    startPasskeyLogin(atHost(app, request.host), originOf(request)),
  )
  route(http, passkeys.logIn, async ({ body, request, reply }) => {
    const opened = await logInByPasskey(atHost(app, request.host), body, originOf(request))
    reply.header('set-cookie', knownDeviceCookie(app, opened.user.id))
    return opened
  })
  route(http, audit.list, ({ caller, query }) => listAudit(app, caller.businessId, query))
  route(http, audit.export, ({ caller, query, request, reply }) =>
    sendExport(request, reply, {
      media: app.media,
      log: app.log,
      owner: caller.businessId,
      what: `audit ${JSON.stringify(query)}`,
      fileName: `activity-${app.now().toISOString().slice(0, 10)}.csv`,
      source: () => exportAudit(app, caller.businessId, query),
    }),
  )
  route(http, confirmEmail.send, async ({ caller, request }) => ({
    mailed: await mailConfirmationAgain(atHost(app, request.headers.host), caller),
  }))
  route(http, confirmEmail.confirm, ({ body, request }) => confirmByLink(app, body.token, originOf(request)))
  route(http, security.forgot, async ({ body, request }) => {
    await askForReset(atHost(app, request.headers.host), body.email, originOf(request))
    return { mails: app.mail !== undefined }
  })
  route(http, security.lookAtReset, async ({ body, request }) => ({
    usable: await isResetUsable(app, body.token, request.ip),
  }))
  route(http, security.reset, async ({ body, request, reply }) => {
    const opened = await resetPassword(app, body, originOf(request))
    reply.header('set-cookie', knownDeviceCookie(app, opened.user.id))
    return opened
  })
}
