import { socialDrafts, socialImports, socialQueue, socialRecurrences } from '#contract/social/planning.ts'
import type { App } from '#server/app.ts'
import { csvHeader, csvType } from '#server/platform/csv.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { deleteDraft, getDraft, listDrafts, saveDraft } from './drafts.ts'
import { findFreeSlots } from './free-slots.ts'
import { columnNames } from './import/columns.ts'
import {
  cancelImport,
  confirmImport,
  getImport,
  listImportRows,
  listImports,
  previewImport,
} from './import/imports.ts'
import { getQueue, saveQueue } from './queue.ts'
import { changeSeries, stopSeries } from './series/change-series.ts'
import { createSeries, getSeries, listSeries } from './series/series.ts'

export function planningRoutes(http: Http, app: App): void {
  route(http, socialQueue.slots, ({ caller }) => getQueue(app, caller.businessId))
  route(http, socialQueue.saveSlots, async ({ caller, body }) => ({
    slots: await saveQueue(app, caller.businessId, body),
  }))
  route(http, socialQueue.freeSlots, ({ caller, query }) =>
    findFreeSlots(app, caller.businessId, {
      accountIds: query.account_id,
      count: query.count,
      from: query.from === undefined ? undefined : new Date(query.from),
    }),
  )
  route(http, socialDrafts.drafts, async ({ caller }) => ({
    drafts: await listDrafts(app, caller.businessId),
  }))
  route(http, socialDrafts.openDraft, async ({ caller, params }) => ({
    draft: await getDraft(app, caller.businessId, params.id),
  }))
  route(http, socialDrafts.saveDraft, async ({ caller, body }) => ({
    draft: await saveDraft(app, caller, body),
  }))
  route(http, socialDrafts.deleteDraft, async ({ caller, params }) => {
    await deleteDraft(app, caller.businessId, params.id)
    return {}
  })
  seriesRoutes(http, app)
  importRoutes(http, app)
}

function seriesRoutes(http: Http, app: App): void {
  route(http, socialRecurrences.listSeries, async ({ caller }) => ({
    series: await listSeries(app, caller.businessId),
  }))
  route(http, socialRecurrences.createSeries, async ({ caller, body }) => ({
    series: await createSeries(app, caller, body),
  }))
  route(http, socialRecurrences.getSeries, async ({ caller, params }) => ({
    series: await getSeries(app, caller.businessId, params.id),
  }))
  route(http, socialRecurrences.changeSeries, ({ caller, params, body }) =>
    changeSeries(app, caller, params.id, body),
  )
  route(http, socialRecurrences.stopSeries, ({ caller, params }) =>
    stopSeries(app, caller.businessId, params.id),
  )
}

function importRoutes(http: Http, app: App): void {
  route(http, socialImports.previewImport, async ({ caller, request }) => ({
    import: await previewImport(app, caller, request),
  }))
  route(http, socialImports.listImports, async ({ caller }) => ({
    imports: await listImports(app, caller.businessId),
  }))
  route(http, socialImports.importTemplate, async ({ reply }) =>
    reply
      .type(csvType)
      .header('content-disposition', 'attachment; filename="posts.csv"')
      .send(csvHeader(columnNames())),
  )
  route(http, socialImports.getImport, async ({ caller, params }) => ({
    import: await getImport(app, caller.businessId, params.id),
  }))
  route(http, socialImports.importRows, ({ caller, params, query }) =>
    listImportRows(app, caller.businessId, params.id, query),
  )
  route(http, socialImports.confirmImport, async ({ caller, params }) => ({
    import: await confirmImport(app, caller.businessId, params.id),
  }))
  route(http, socialImports.cancelImport, async ({ caller, params }) => ({
    import: await cancelImport(app, caller.businessId, params.id),
  }))
}
