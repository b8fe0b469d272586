import { dashboard } from '#contract/dashboard.ts'
import type { App } from '#server/app.ts'
import { followBusiness } from '#server/features/campaigns/campaigns.ts'
import { openEventStream } from '#server/platform/http/event-stream.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { getDashboard } from './dashboard.ts'

export function dashboardRoutes(http: Http, app: App): void {
  route(http, dashboard.stats, ({ caller }) => getDashboard(app, caller))
  route(http, dashboard.live, async ({ caller, request, reply }) => {
    followBusiness(app, openEventStream(request, reply, caller), caller.businessId)
  })
}
