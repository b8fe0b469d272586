import { closing } from '#contract/security/closing.ts'
import type { App } from '#server/app.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { askDeletion, findDeletion, type StopSending, takeDeletionBack } from './closing.ts'

export function closingRoutes(http: Http, app: App, stop: StopSending): void {
  route(http, closing.state, ({ caller }) => findDeletion(app, caller.businessId))
  route(http, closing.ask, async ({ caller, body }) => ({
    deletion: await askDeletion(app, caller, body, stop),
  }))
  route(http, closing.cancel, async ({ caller }) => {
    await takeDeletionBack(app, caller)
    return {}
  })
}
