import { templates } from '#contract/templates.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import { addTemplate, submitTemplate } from './change/add-template.ts'
import { changeMetaTemplate, changeTemplate } from './change/change-template.ts'
import { removeMetaTemplate, removeTemplate } from './change/remove-template.ts'
import { unpauseTemplate } from './change/unpause-template.ts'
import { keepMedia, readMedia } from './content/media.ts'
import { predefinedTemplates } from './library/library.ts'
import { readHeaderSample } from './provider/header-sample.ts'
import { submitAgain } from './provider/submit-again.ts'
import { syncNow } from './provider/sync.ts'
import { getTemplate, listMetaTemplates, listTemplates } from './records/list-templates.ts'
import { findRates, saveRates } from './records/message-rates.ts'
import { getUsage } from './records/usage.ts'

export function templatesRoutes(http: Http, app: App): void {
  route(http, templates.list, ({ caller, query }) => listTemplates(app, caller.businessId, query))
  route(http, templates.add, ({ caller, body }) => addTemplate(app, caller.businessId, body))
  route(http, templates.get, async ({ caller, params }) => ({
    template: await getTemplate(app, caller.businessId, params.id),
  }))
  route(http, templates.change, ({ caller, params, body }) =>
    changeTemplate(app, caller.businessId, params.id, body),
  )
  route(http, templates.remove, async ({ caller, params }) => {
    await removeTemplate(app, caller.businessId, params.id)
    return { message: t('templates.removed') }
  })
  route(http, templates.usage, async ({ caller, params }) => ({
    usage: await getUsage(app, caller.businessId, params.id),
  }))
  route(http, templates.submitAgain, ({ caller, params }) => submitAgain(app, caller.businessId, params.id))
  route(http, templates.unpause, ({ caller, params }) => unpauseTemplate(app, caller.businessId, params.id))
  route(http, templates.listPredefined, async ({ query }) => ({
    templates: predefinedTemplates.filter(
      ({ language }) => query.language === undefined || language === query.language,
    ),
  }))
  route(http, templates.listMeta, ({ caller, query }) => listMetaTemplates(app, caller.businessId, query))
  route(http, templates.removeMeta, async ({ caller, params }) => {
    await removeMetaTemplate(app, caller.businessId, params.id)
    return { message: t('templates.removed') }
  })
  route(http, templates.submit, ({ caller, body }) => submitTemplate(app, caller.businessId, body))
  route(http, templates.changeMeta, ({ caller, params, body }) =>
    changeMetaTemplate(app, caller.businessId, params.id, body),
  )
  route(http, templates.sync, ({ caller }) => syncNow(app, caller.businessId))
  route(http, templates.uploadMedia, async ({ caller, request }) => ({
    media: await keepMedia(app, caller.businessId, request),
  }))
  route(http, templates.getMedia, async ({ caller, params, reply }) => {
    const { media, content } = await readMedia(app, caller.businessId, params.id)
    return reply
      .type(media.mime_type)
      .header('content-length', media.bytes)
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('vary', 'authorization')
      .header('content-disposition', `inline; filename*=UTF-8''${encodeURIComponent(media.file_name)}`)
      .send(content)
  })
  route(http, templates.headerSample, async ({ caller, params, reply }) => {
    const { bytes, mimeType } = await readHeaderSample(app, caller.businessId, params.id)
    return reply
      .type(mimeType)
      .header('cache-control', 'private, max-age=86400')
      .header('vary', 'authorization')
      .header('content-disposition', 'inline; filename="header"')
      .send(bytes)
  })
  route(http, templates.getRates, async ({ caller }) => ({ rates: await findRates(app, caller.businessId) }))
  route(http, templates.saveRates, async ({ caller, body }) => ({
    rates: await saveRates(app, caller.businessId, body),
    message: t('templates.pricesSaved'),
  }))
}
