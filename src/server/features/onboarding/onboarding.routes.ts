import { type Notice, onboarding } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import { getBusiness, isOperator, requireOperator } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { notFound } from '#server/platform/errors.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { type Clock, clockIn } from '#server/stored-text/clock.ts'
import { listBusinessAssets } from './account/business-assets.ts'
import { setMarketingEndpoint } from './account/marketing-endpoint.ts'
import { isCheckWanted } from './account/request-check.ts'
import { atHost } from './connect/any-host.ts'
import { assignHosted, hostedState, listOpenHosted, openHostedSignup } from './connect/hosted-signup.ts'
import { onboardingSettings } from './connect/onboarding-settings.ts'
import { connectPracticeAccount } from './connect/practice.ts'
import { completeSignup, continueRedirect, registerBusiness } from './connect/registration.ts'
import { examine, lastReport } from './doctor/doctor.ts'
import { reportText } from './doctor/doctor-text.ts'
import {
  connectToken,
  disconnect,
  registerNumber,
  repair,
  requestCode,
  saveBusinessDetails,
  setDefaultNumber,
  syncOnboarding,
  verifyCode,
} from './onboarding.ts'
import { getConnection } from './status/connection.ts'
import { getOnboardingStatus } from './status/onboarding-status.ts'
import { dismissWarning } from './warnings/warnings.ts'

/** @param others notices of other features, for the header of every screen. */
export function onboardingRoutes(
  http: Http,
  app: App,
  others: (app: App, businessId: number) => Promise<Notice[]>,
): void {
  route(http, onboarding.getStatus, async ({ caller }) => bothForms(await getOnboardingStatus(app, caller)))
  route(http, onboarding.fetchStatus, async ({ caller }) => bothForms(await getOnboardingStatus(app, caller)))
  route(http, onboarding.sync, async ({ caller, body }) => ({
    ...bothForms(await syncOnboarding(app, caller, body ?? {})),
    message: t('onboarding.connect.synced'),
  }))
  route(http, onboarding.register, async ({ caller, body, request }) => ({
    redirect_url: await registerBusiness(atHost(app, request.host), caller, body),
    message: t('onboarding.connect.redirecting'),
  }))
  route(http, onboarding.saveDetails, async ({ caller, body }) => ({
    ...(await saveBusinessDetails(app, caller.businessId, body)),
    message: t('onboarding.connect.saved'),
  }))
  route(http, onboarding.assets, async ({ caller }) => ({
    assets: await listBusinessAssets(app, caller.businessId),
  }))
  route(http, onboarding.oauthCallback, async ({ query, reply }) =>
    reply.redirect(await continueRedirect(app, query)),
  )

  route(http, onboarding.settings, async ({ caller, request }) => ({
    settings: await onboardingSettings(atHost(app, request.host), caller, isOperator(caller.userId)),
  }))
  route(http, onboarding.connection, async ({ caller: { businessId } }) => {
    const [connection, more] = await Promise.all([getConnection(app, businessId), others(app, businessId)])
    return { connection: { ...connection, notices: [...connection.notices, ...more] } }
  })
  route(http, onboarding.connectToken, ({ caller, body }) => connectToken(app, caller.businessId, body))
  route(http, onboarding.usePractice, ({ caller }) => connectPracticeAccount(app, caller.businessId))
  route(http, onboarding.completeSignup, ({ caller, body }) => completeSignup(app, caller.businessId, body))
  route(http, onboarding.openHosted, async ({ caller }) => ({
    url: await openHostedSignup(app, caller.businessId),
  }))
  route(http, onboarding.hostedStatus, ({ caller }) => hostedState(app, caller.businessId))
  route(http, onboarding.openHostedSignups, async ({ caller }) => {
    requireOperator(caller)
    return await listOpenHosted(app)
  })
  route(http, onboarding.assignHosted, async ({ caller, body }) => {
    requireOperator(caller)
    await assignHosted(app, body)
    return { message: t('onboarding.connect.assigned') }
  })
  route(http, onboarding.disconnect, async ({ caller, body }) => {
    await disconnect(app, caller.businessId, body.waba_id)
    return { message: t('onboarding.account.disconnected') }
  })
  route(http, onboarding.setDefaultNumber, async ({ caller, body }) => {
    await setDefaultNumber(app, caller.businessId, body.phone_number_id)
    return {}
  })
  route(http, onboarding.setMarketingEndpoint, async ({ caller, body }) => {
    await setMarketingEndpoint(app, caller.businessId, body.waba_id, body.endpoint)
    return {}
  })
  route(http, onboarding.registerNumber, async ({ caller, body }) => ({
    number: await registerNumber(app, caller.businessId, body),
  }))
  route(http, onboarding.requestCode, async ({ caller, body }) => {
    await requestCode(app, caller.businessId, body)
    return {}
  })
  route(http, onboarding.verifyCode, async ({ caller, body }) => ({
    number: await verifyCode(app, caller.businessId, body),
  }))
  route(http, onboarding.repair, async ({ caller, body }) => {
    await repair(app, caller, body)
    return {}
  })
  route(http, onboarding.doctor, async ({ caller }) => {
    const report = await examine(app, caller.businessId)
    const clock = await businessClock(app, caller.businessId)
    return { report, text: reportText(report, clock), checking: false }
  })
  route(http, onboarding.lastDoctor, async ({ caller }) => {
    const [report, checking, clock] = await Promise.all([
      lastReport(app, caller.businessId),
      isCheckWanted(app, caller.businessId),
      businessClock(app, caller.businessId),
    ])
    return { report, text: report && reportText(report, clock), checking }
  })
  route(http, onboarding.dismissWarning, async ({ caller, body }) => {
    if (!(await dismissWarning(app, caller.businessId, body.warning_id))) throw notFound('warning')
    return {}
  })
}

const businessClock = async (app: App, businessId: number): Promise<Clock> =>
  clockIn((await getBusiness(app, businessId)).timezone)

const bothForms = <S>(status: S): { onboardingStatus: S; onboarding_status: S } => ({
  onboardingStatus: status,
  onboarding_status: status,
})
