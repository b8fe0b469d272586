import { socialAnalytics } from '#contract/social/analytics.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { route } from '#server/platform/http/route.ts'
import { sendExport } from '#server/platform/http/send-export.ts'
import type { Http } from '#server/platform/http/server.ts'
import { askNow } from './ask-now.ts'
import { exportInsights } from './export-insights.ts'
import { readHistory, readInsights } from './read-insights.ts'

export function insightsRoutes(http: Http, app: App): void {
  route(http, socialAnalytics.insights, ({ caller, params, query }) =>
    readInsights(app, caller.businessId, params.platform, query),
  )
  route(http, socialAnalytics.exportCsv, ({ caller, params, request, reply }) =>
    sendExport(request, reply, {
      media: app.media,
      log: app.log,
      owner: caller.businessId,
      what: `analytics ${params.platform}`,
      fileName: `${params.platform}-analytics-${app.now().toISOString().slice(0, 10)}.csv`,
      source: () => exportInsights(app, caller.businessId, params.platform),
    }),
  )
  route(http, socialAnalytics.history, async ({ caller, params }) => ({
    points: await readHistory(app, caller.businessId, params.id),
  }))
  route(http, socialAnalytics.fetch, async ({ caller, body }) => {
    const asked = await askNow(app, caller.businessId, body.platform)
    return { asked, message: asked > 0 ? t('social.analytics.asked') : t('social.analytics.askedBefore') }
  })
}
