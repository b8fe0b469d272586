import { subscription } from '#contract/subscription.ts'
import type { App } from '#server/app.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { getUsage } from './subscription.ts'

export function subscriptionRoutes(http: Http, app: App): void {
  route(http, subscription.get, ({ caller }) => getUsage(app, caller.businessId))
}
