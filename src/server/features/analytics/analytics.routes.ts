import { analytics } from '#contract/analytics/analytics.ts'
import { conversionSources } from '#contract/analytics/conversion-sources.ts'
import { conversions } from '#contract/analytics/conversions.ts'
import { metaEvents } from '#contract/analytics/meta-events.ts'
import type { App } from '#server/app.ts'
import { route } from '#server/platform/http/route.ts'
import { sendExport } from '#server/platform/http/send-export.ts'
import type { Http } from '#server/platform/http/server.ts'
import { saveExchangeRate } from './conversions/exchange-rates.ts'
import { importConversions } from './conversions/import.ts'
import { listConversions } from './conversions/list.ts'
import { recordConversion } from './conversions/record.ts'
import { saveSettings } from './conversions/settings.ts'
import { getMetaEvents, saveMetaEvents } from './meta-events/settings.ts'
import { getCampaignCost } from './report/cost.ts'
import { exportCards } from './report/export.ts'
import { getAnalytics } from './report/report.ts'
import { mountShopReceiver } from './shops/receive.ts'
import { addSource, listSources, removeSource } from './shops/sources.ts'

export function analyticsRoutes(http: Http, app: App): void {
  route(http, analytics.get, ({ caller, query }) => getAnalytics(app, caller.businessId, query))
  route(http, analytics.campaignCost, async ({ caller, params }) => ({
    cost: await getCampaignCost(app, caller.businessId, params.id),
  }))
  route(http, analytics.exportCsv, ({ caller, query, request, reply }) =>
    sendExport(request, reply, {
      media: app.media,
      log: app.log,
      owner: caller.businessId,
      what: `analytics ${JSON.stringify(query)}`,
      fileName: query.card ? `analytics-${query.card}.csv` : 'analytics.csv',
      source: () => exportCards(app, caller.businessId, query),
    }),
  )
  route(http, conversions.list, ({ caller, query }) => listConversions(app, caller.businessId, query))
  route(http, conversions.record, async ({ caller, body }) => ({
    conversion: await recordConversion(app, caller.businessId, body),
  }))
  route(http, conversions.importCsv, ({ caller, body }) =>
    importConversions(app, caller.businessId, body.csv),
  )
  route(http, conversionSources.list, async ({ caller }) => ({
    sources: await listSources(app, caller.businessId),
  }))
  route(http, conversionSources.add, ({ caller, body }) => addSource(app, caller, body))
  route(http, conversionSources.remove, async ({ caller, params }) => {
    await removeSource(app, caller.businessId, params.id)
    return {}
  })
  mountShopReceiver(http, app)
  route(http, metaEvents.get, async ({ caller }) => ({
    meta_events: await getMetaEvents(app, caller.businessId),
  }))
  route(http, metaEvents.save, async ({ caller, body }) => ({
    meta_events: await saveMetaEvents(app, caller, body),
  }))
  route(http, conversions.saveExchangeRate, async ({ caller, body }) => ({
    exchange_rates: await saveExchangeRate(app, caller.businessId, body),
  }))
  route(http, conversions.saveSettings, ({ caller, body }) => saveSettings(app, caller.businessId, body))
}
