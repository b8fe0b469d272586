import { privacy } from '#contract/privacy.ts'
import { retention } from '#contract/security/retention.ts'
import type { App } from '#server/app.ts'
import { requireOperator } from '#server/features/accounts/accounts.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { personData } from './person-data.ts'
import { eraseLead, listErasures } from './privacy.ts'
import { listRetention, saveRetention } from './retention.ts'

export function privacyRoutes(http: Http, app: App): void {
  route(http, privacy.personData, async ({ caller, params, reply }) => {
    const file = await personData(app, caller.businessId, params.id)
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="lead-${params.id}-data.json"`)
      .send(file)
  })
  route(http, privacy.erase, async ({ caller, params }) => ({
    erasure: await eraseLead(app, caller, params.id),
  }))
  route(http, retention.get, async ({ caller }) => {
    requireOperator(caller)
    return { retention: await listRetention(app) }
  })
  route(http, retention.save, async ({ caller, body }) => {
    requireOperator(caller)
    await saveRetention(app, body)
    return { retention: await listRetention(app) }
  })
  route(http, privacy.erasures, async ({ caller }) => ({
    erasures: await listErasures(app, caller.businessId),
  }))
}
