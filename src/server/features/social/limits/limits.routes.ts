import { socialLimits } from '#contract/social/limits.ts'
import type { App } from '#server/app.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { publishingLimits } from './publishing-limits.ts'

export function limitsRoutes(http: Http, app: App): void {
  route(http, socialLimits.limits, async ({ caller, query }) => ({
    limits: await publishingLimits(app, caller.businessId, {
      accountIds: query.account_id,
      at: query.at === undefined ? app.now() : new Date(query.at),
      withoutPost: query.without_post,
    }),
  }))
}
