import { dashboard } from '#contract/dashboard.ts'
import { testPhone } from '#contract/test-phone.ts'
import type { App } from '#server/app.ts'
import { followBusiness } from '#server/features/campaigns/campaigns.ts'
import { openEventStream } from '#server/platform/http/event-stream.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { getDashboard } from './dashboard.ts'
import { dismissFirstRun, getFirstRun } from './first-run/first-run.ts'
import { greetTestPhone } from './first-run/greet.ts'
import { readTestPhone, writeAsCustomer } from './first-run/test-phone.ts'

export function dashboardRoutes(http: Http, app: App): void {
  route(http, dashboard.stats, ({ caller }) => getDashboard(app, caller))
  route(http, dashboard.firstRun, ({ caller }) => getFirstRun(app, caller.businessId))
  route(http, dashboard.dismissFirstRun, async ({ caller }) => {
    await dismissFirstRun(app, caller.businessId)
    return {}
  })
  route(http, testPhone.read, ({ caller }) => readTestPhone(app, caller.businessId))
  route(http, testPhone.start, async ({ caller }) => {
    await greetTestPhone(app, caller)
    return {}
  })
  route(http, testPhone.write, async ({ caller, body }) => {
    await writeAsCustomer(app, caller, body)
    return {}
  })
  route(http, dashboard.live, async ({ caller, request, reply }) => {
    followBusiness(app, openEventStream(request, reply, caller), caller.businessId)
  })
}
