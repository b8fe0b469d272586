import { fields } from '#contract/leads/fields.ts'
import { type Audience, leads } from '#contract/leads.ts'
import { currentLanguage } from '#contract/messages/language.ts'
import type { App } from '#server/app.ts'
import { inLanguage } from '#server/messages/language.ts'
import { csvType } from '#server/platform/csv.ts'
import { notFound } from '#server/platform/errors.ts'
import { openEventStream } from '#server/platform/http/event-stream.ts'
import { type Call, route } from '#server/platform/http/route.ts'
import { sendExport } from '#server/platform/http/send-export.ts'
import type { Http } from '#server/platform/http/server.ts'
import { getChange, listChanges, startChange, undoChange } from './bulk/changes.ts'
import { deleteLead } from './bulk/delete-lead.ts'
import { addField, changeField, listFields, removeField } from './fields/fields.ts'
import { anyList, receiveUpload } from './import/import-files.ts'
import {
  analyseAgain,
  cancelImport,
  checkImport,
  createImport,
  getImport,
  listImports,
  startImport,
  undoImport,
} from './import/imports.ts'
import { readRejects } from './import/rejects-file.ts'
import { uploadLeads } from './import/upload.ts'
import { importsChannel } from './import/write/write-file.ts'
import { exportLeads } from './records/export.ts'
import { audienceOf, countLeads, listLeads, listTags, lookUpNumber, summariseLeads } from './records/list.ts'
import { getLead, type Readdress, setConsent, updateLead } from './records/one-lead.ts'
import { withCurrentTags } from './records/tag-aliases.ts'
import { scrapeLeads, searchesChannel } from './search/scrape.ts'
import { progressText, SearchProgress } from './search/search-progress.ts'

type ExportCall = Pick<Call<typeof leads.exportAudience>, 'caller' | 'request' | 'reply'>

export function leadsRoutes(http: Http, app: App, readdress: Readdress): void {
  route(http, fields.list, async ({ caller }) => ({ fields: await listFields(app.db, caller.businessId) }))
  route(http, fields.add, async ({ caller, body }) => ({
    field: await addField(app, caller.businessId, body),
  }))
  route(http, fields.change, async ({ caller, params, body }) => ({
    field: await changeField(app, caller.businessId, params.id, body),
  }))
  route(http, fields.remove, async ({ caller, params }) => {
    await removeField(app, caller.businessId, params.id)
    return {}
  })
  route(http, leads.list, ({ caller, query }) => listLeads(app, caller.businessId, query))
  route(http, leads.upload, ({ caller, request }) => uploadLeads(app, caller, request))
  route(http, leads.count, async ({ caller, query }) => ({
    ...(await countLeads(app, caller.businessId, query)),
  }))
  route(http, leads.summary, async ({ caller }) => ({
    summary: await summariseLeads(app, caller.businessId),
  }))
  route(http, leads.tags, async ({ caller }) => ({ tags: await listTags(app, caller.businessId) }))
  route(http, leads.known, ({ caller, query }) => lookUpNumber(app, caller.businessId, query))
  route(http, leads.bulk, async ({ caller, body }) => {
    const change = await startChange(app, caller, body)
    return { changed: change.changed, change }
  })
  route(http, leads.listChanges, async ({ caller }) => ({
    changes: await listChanges(app, caller.businessId),
  }))
  route(http, leads.getChange, async ({ caller, params }) => ({
    change: await getChange(app, caller.businessId, params.id),
  }))
  route(http, leads.undoChange, async ({ caller, params }) => ({
    change: await undoChange(app, caller.businessId, params.id),
  }))
  const exported = async ({ caller, request, reply }: ExportCall, given: Audience) => {
    const audience = await withCurrentTags(app, caller.businessId, given)
    return await sendExport(request, reply, {
      media: app.media,
      log: app.log,
      owner: caller.businessId,
      what: `leads ${JSON.stringify(audience)}`,
      fileName: `leads-${app.now().toISOString().slice(0, 10)}.csv`,
      source: () => exportLeads(app, caller.businessId, audience),
    })
  }
  route(http, leads.export, (call) =>
    exported(call, call.query.id ? { lead_ids: call.query.id } : audienceOf(call.query)),
  )
  route(http, leads.exportAudience, (call) => exported(call, call.body.audience))
  route(http, leads.get, ({ caller, params }) => getLead(app, caller.businessId, params.id))
  route(http, leads.update, async ({ caller, params, body }) => ({
    lead: await updateLead(app, caller.businessId, params.id, { changes: body, readdress }),
  }))
  route(http, leads.remove, async ({ caller, params }) => {
    if (!(await deleteLead(app, caller.businessId, params.id))) throw notFound('lead')
    return {}
  })
  route(http, leads.setConsent, async ({ caller, params, body }) => ({
    lead: await setConsent(app, caller, params.id, body),
  }))
  searchRoutes(http, app)
  importRoutes(http, app)
}

function searchRoutes(http: Http, app: App): void {
  route(http, leads.scrape, ({ caller, body, reply }) => {
    // Whoever cancels a search closes its connection.
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    return scrapeLeads(app, caller.businessId, body, { userId: caller.userId, signal: gone.signal })
  })
  route(http, leads.scrapeEvents, async ({ caller, params, request, reply }) => {
    const stream = openEventStream(request, reply, caller)
    const prefix = `${caller.businessId}:${params.search_id}:`
    // Notes arrive outside of the request's context.
    const language = currentLanguage()
    const unlisten = app.notes.listen(searchesChannel, (note) => {
      if (!note.startsWith(prefix)) return
      const progress = SearchProgress.parse(JSON.parse(note.slice(prefix.length)))
      stream.send('progress', { sentence: inLanguage(language, () => progressText(progress)) })
    })
    stream.signal.addEventListener('abort', unlisten)
  })
}

function importRoutes(http: Http, app: App): void {
  route(http, leads.createImport, async ({ caller, request }) => {
    const { file } = await receiveUpload(app, request, anyList)
    return { import: await createImport(app, caller, file) }
  })
  route(http, leads.listImports, ({ caller, query }) => listImports(app, caller.businessId, query))
  route(http, leads.getImport, async ({ caller, params }) => ({
    import: await getImport(app, caller.businessId, params.id),
  }))
  route(http, leads.analyseImport, async ({ caller, params, body }) => ({
    import: await analyseAgain(app, caller.businessId, params.id, body),
  }))
  route(http, leads.checkImport, async ({ caller, params, body }) => ({
    check: await checkImport(app, caller.businessId, params.id, body),
  }))
  route(http, leads.startImport, async ({ caller, params, body }) => ({
    import: await startImport(app, caller.businessId, params.id, body),
  }))
  route(http, leads.cancelImport, async ({ caller, params }) => ({
    import: await cancelImport(app, caller.businessId, params.id),
  }))
  route(http, leads.undoImport, async ({ caller, params }) => ({
    import: await undoImport(app, caller.businessId, params.id),
  }))
  route(http, leads.importEvents, async ({ caller, params, request, reply }) => {
    const { businessId } = caller
    const first = await getImport(app, businessId, params.id)
    const stream = openEventStream(request, reply, caller)
    stream.send('import', first)
    const name = `${businessId}:${params.id}`
    const language = currentLanguage()
    const notify = async (): Promise<void> => {
      const found = await inLanguage(language, () => getImport(app, businessId, params.id))
      stream.send('import', found)
    }
    const unlisten = app.notes.listen(importsChannel, (note) => {
      if (note === name) {
        notify().catch((error: unknown) => {
          app.log.warn({ err: error }, 'progress of an import could not be read')
          stream.end()
        })
      }
    })
    stream.signal.addEventListener('abort', unlisten)
  })
  route(http, leads.importRejects, async ({ caller, params, reply }) => {
    const found = await getImport(app, caller.businessId, params.id)
    const file = await readRejects(app, found.id)
    const name = found.file_name.replace(/\.\w+$/, '').replace(/[^\w. -]/g, '_')
    return reply
      .type(csvType)
      .header('content-disposition', `attachment; filename="${name} rejected.csv"`)
      .send(file)
  })
}
