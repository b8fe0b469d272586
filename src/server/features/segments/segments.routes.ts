import { segments } from '#contract/growth/segments.ts'
import type { App } from '#server/app.ts'
import { route } from '#server/platform/http/route.ts'
import { sendExport } from '#server/platform/http/send-export.ts'
import type { Http } from '#server/platform/http/server.ts'
import { exportSegment } from './records/export.ts'
import { listMenus } from './records/menus.ts'
import { countSegment, listPeople, previewRules } from './records/people.ts'
import {
  copySegment,
  createSegment,
  getSegment,
  listSegments,
  removeSegment,
  saveSegment,
} from './records/records.ts'
import { reportSegment, retarget } from './records/retarget.ts'

export function segmentsRoutes(http: Http, app: App): void {
  route(http, segments.list, async ({ caller }) => ({ segments: await listSegments(app, caller.businessId) }))
  route(http, segments.create, async ({ caller, body }) => ({
    segment: await createSegment(app, caller.businessId, body),
  }))
  route(http, segments.menus, async ({ caller }) => ({ menus: await listMenus(app, caller.businessId) }))
  route(http, segments.preview, async ({ caller, body }) => ({
    preview: await previewRules(app, caller.businessId, body),
  }))
  route(http, segments.people, ({ caller, body }) => listPeople(app, caller.businessId, body))
  route(http, segments.retarget, async ({ caller, body }) => ({
    segment: await retarget(app, caller.businessId, body),
  }))
  route(http, segments.fromReport, async ({ caller, body }) => ({
    segment: await reportSegment(app, caller.businessId, body.rules),
  }))
  route(http, segments.get, async ({ caller, params }) => ({
    segment: await getSegment(app, caller.businessId, params.id),
  }))
  route(http, segments.save, async ({ caller, params, body }) => ({
    segment: await saveSegment(app, caller.businessId, params.id, body),
  }))
  route(http, segments.copy, async ({ caller, params }) => ({
    segment: await copySegment(app, caller.businessId, params.id),
  }))
  route(http, segments.count, async ({ caller, params }) => ({
    segment: await countSegment(app, caller.businessId, params.id),
  }))
  route(http, segments.exportCsv, async ({ caller, params, request, reply }) => {
    const rows = await exportSegment(app, caller.businessId, params.id)
    return await sendExport(request, reply, {
      media: app.media,
      log: app.log,
      owner: caller.businessId,
      what: `segment ${params.id}`,
      fileName: 'segment.csv',
      source: rows,
    })
  })
  route(http, segments.remove, async ({ caller, params }) => {
    await removeSegment(app, caller.businessId, params.id)
    return {}
  })
}
