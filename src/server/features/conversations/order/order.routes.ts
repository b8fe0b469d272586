import { inboxOrder } from '#contract/conversations/organise.ts'
import type { App } from '#server/app.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { removeLabel } from './bulk.ts'
import { addLabel, changeLabel, listLabels } from './labels.ts'
import { addView, changeView, listViews, removeView } from './views.ts'

/** Saved views and labels. */
export function orderRoutes(http: Http, app: App): void {
  route(http, inboxOrder.views, async ({ caller }) => ({ views: await listViews(app, caller) }))
  route(http, inboxOrder.addView, async ({ caller, body }) => ({ view: await addView(app, caller, body) }))
  route(http, inboxOrder.changeView, async ({ caller, params, body }) => ({
    view: await changeView(app, caller, params.id, body),
  }))
  route(http, inboxOrder.removeView, async ({ caller, params }) => {
    await removeView(app, caller, params.id)
    return {}
  })
  route(http, inboxOrder.labels, async ({ caller }) => ({ labels: await listLabels(app, caller.businessId) }))
  route(http, inboxOrder.addLabel, async ({ caller, body }) => ({
    label: await addLabel(app, caller.businessId, body),
  }))
  route(http, inboxOrder.changeLabel, async ({ caller, body }) => ({
    label: await changeLabel(app, caller.businessId, body),
  }))
  route(http, inboxOrder.removeLabel, ({ caller, body }) => removeLabel(app, caller, body.name))
}
