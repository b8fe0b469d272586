import type { FastifyReply } from 'fastify'
import { optinPages } from '#contract/growth/optin-pages.ts'
import { optins } from '#contract/growth/optins.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { routesOf } from '#server/platform/http/api-docs.ts'
import { route } from '#server/platform/http/route.ts'
import { sendExport } from '#server/platform/http/send-export.ts'
import type { Http } from '#server/platform/http/server.ts'
import { createForm, getForm, listForms, openForm, openWay, saveForm } from './optins/form/forms.ts'
import { listQuestions } from './optins/form/questions.ts'
import { createPageLimits, tooManyRequests } from './optins/limits/page-limits.ts'
import { pagePolicy } from './optins/page.ts'
import { readPhoto, removePhoto, setPhoto } from './optins/photo/photo.ts'
import { posterOf } from './optins/print/poster.ts'
import { posterPdf } from './optins/print/poster-pdf.ts'
import { receiptPdf } from './optins/print/receipt-pdf.ts'
import { countRecent, listConsents } from './optins/proof/consents.ts'
import { exportProofs, listProofs } from './optins/proof/proofs.ts'
import { receiptOf } from './optins/proof/receipt.ts'
import { type Answer, busy, showPage, takeAnswer } from './optins/public-page.ts'
import { makeShortLink } from './optins/short-link.ts'
import { createVisitCount } from './optins/visits.ts'
import { showWidget, takeWidgetAnswer } from './optins/widget.ts'

export function optinsRoutes(http: Http, app: App): void {
  route(http, optins.list, async ({ caller }) => ({
    forms: await listForms(app, caller.businessId),
    recent: await countRecent(app, caller.businessId),
  }))
  route(http, optins.create, async ({ caller, body }) => ({
    form: await createForm(app, caller.businessId, body),
  }))
  route(http, optins.get, async ({ caller, params }) => ({
    form: await getForm(app, caller.businessId, params.id),
  }))
  route(http, optins.save, async ({ caller, params, body }) => ({
    form: await saveForm(app, caller.businessId, params.id, body),
  }))
  route(http, optins.open, async ({ caller, params, body }) => ({
    form: await openForm(app, caller.businessId, params.id, body.is_open),
  }))
  route(http, optins.openWay, async ({ caller, params: { id, way }, body }) => ({
    form: await openWay(app, caller.businessId, id, { way, isOpen: body.is_open }),
  }))
  route(http, optins.shortLink, async ({ caller, params }) => ({
    form: await makeShortLink(app, caller.businessId, params.id),
  }))
  route(http, optins.setPhoto, async ({ caller, params, request }) => ({
    form: await setPhoto(app, caller.businessId, params.id, request),
  }))
  route(http, optins.removePhoto, async ({ caller, params }) => ({
    form: await removePhoto(app, caller.businessId, params.id),
  }))
  route(http, optins.questions, ({ caller }) => listQuestions(app, caller.businessId))
  route(http, optins.poster, async ({ caller, params, query }) => ({
    poster: await posterOf(app, caller.businessId, params.id, query.lang, query.by),
  }))
  route(http, optins.posterFile, async ({ caller, params, query, reply }) => {
    const { lang, by, size } = query
    const poster = await posterOf(app, caller.businessId, params.id, lang, by)
    return reply
      .type('application/pdf')
      .header(
        'content-disposition',
        `attachment; filename="poster-${params.id}-${poster.language}-${size}.pdf"`,
      )
      .send(await posterPdf(poster, size))
  })
  route(http, optins.proofs, ({ caller, query }) => listProofs(app, caller.businessId, query))
  route(http, optins.consents, async ({ caller, query }) => ({
    consents: await listConsents(app, caller.businessId, query.lead_id),
  }))
  route(http, optins.receipt, async ({ caller, params, query }) => ({
    receipt: await receiptOf(app, caller.businessId, { id: params.id, record: query.record }),
  }))
  route(http, optins.receiptFile, async ({ caller, params, query, reply }) => {
    const receipt = await receiptOf(app, caller.businessId, { id: params.id, record: query.record })
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="opt-in-${query.record}-${params.id}.json"`)
      .send(JSON.stringify(receipt, null, 2))
  })
  route(http, optins.receiptPdf, async ({ caller, params, query, reply }) => {
    const receipt = await receiptOf(app, caller.businessId, { id: params.id, record: query.record })
    const { timezone } = await getBusiness(app, caller.businessId)
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="opt-in-${query.record}-${params.id}.pdf"`)
      .send(await receiptPdf(receipt, timezone))
  })
  route(http, optins.exportProofs, ({ caller, query, request, reply }) =>
    sendExport(request, reply, {
      media: app.media,
      log: app.log,
      owner: caller.businessId,
      what: `opt-in proofs ${query.form_id ?? 'all'}`,
      fileName: 'opt-in-proofs.csv',
      source: () => exportProofs(app, caller.businessId, query.form_id),
    }),
  )
  publicRoutes(http, app)
}

/** What the page carries is good for a day; a change of words shows within the minute. */
const pageCache = 'private, max-age=60'

/** Name, phone and ten fields, their letters as nine bytes each. */
const largestBytes = 40 * 1024

/** What a page sends: `f0`, `f1` … are the values of the form's other fields. */
function answersIn(text: string): object {
  const all = [...new URLSearchParams(text)]
  const isValue = ([name]: [string, string]): boolean => /^f\d$/.test(name)
  const values = all.filter(isValue).map(([name, value]) => [name.slice(1), value])
  return { ...Object.fromEntries(all.filter((one) => !isValue(one))), values: Object.fromEntries(values) }
}

function publicRoutes(http: Http, app: App): void {
  const count = createVisitCount(app)
  const limits = createPageLimits()
  void http.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: largestBytes },
      (_, text, done) => done(null, answersIn(String(text))),
    )
    // This runs after the routes of the feature are named in the API document.
    routesOf(scope, 'Opt-ins', () => {
      route(scope, optinPages.show, async ({ params, query, request, reply }) => {
        const { accept: wanted, 'accept-language': accept } = request.headers
        if (limits.page(request.ip)) return send(reply, busy(wanted))
        return send(
          reply,
          await showPage(app, params.code, { way: query.way, lang: query.lang, accept, wanted }, (form) =>
            count(form, query.way, { address: request.ip, headers: request.headers }),
          ),
        )
      })
      route(scope, optinPages.submit, async ({ params, body, request, reply }) => {
        const { accept: wanted, 'user-agent': userAgent, 'accept-language': accept } = request.headers
        if (limits.answer(request.ip)) return send(reply, busy(wanted))
        return send(
          reply,
          await takeAnswer(app, params.code, body, { address: request.ip, userAgent, accept, wanted }),
        )
      })
      route(scope, optinPages.photo, async ({ params, request, reply }) => {
        if (limits.photo(request.ip)) throw tooManyRequests()
        const photo = await readPhoto(app, params.code, params.hash)
        reply
          .type('image/webp')
          .header('cache-control', `public, max-age=${photoSeconds}, immutable`)
          .header('content-security-policy', "default-src 'none'; sandbox")
        return photo
      })
      route(scope, optinPages.words, async ({ params, query, request, reply }) => {
        const { origin, 'accept-language': accept } = request.headers
        if (limits.page(request.ip)) throw tooManyRequests()
        const words = await showWidget(app, params.code, { origin, accept, lang: query.lang }, (form) =>
          count(form, 'widget', { address: request.ip, headers: request.headers }),
        )
        // A visitor goes from page to page of a shop.
        allowSite(reply, origin).header('cache-control', `private, max-age=${widgetSeconds}`)
        return { words }
      })
      route(scope, optinPages.answer, async ({ params, body, request, reply }) => {
        const { origin, 'accept-language': accept, 'user-agent': userAgent } = request.headers
        if (limits.answer(request.ip)) throw tooManyRequests()
        const from = { origin, accept, userAgent, address: request.ip }
        const answer = await takeWidgetAnswer(app, params.code, body, from)
        allowSite(reply, origin)
        return { answer }
      })
    })
  })
}

const widgetSeconds = 300
/** A year: another photo has another address. */
const photoSeconds = 31_536_000

/** The browser gives the answer to a page of the site; without a cookie, for there is no session. */
const allowSite = (reply: FastifyReply, origin: string | undefined): FastifyReply =>
  reply.header('access-control-allow-origin', origin).header('vary', 'origin, accept-language')

const send = (reply: FastifyReply, { status, html }: Answer): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', status === 200 && reply.request.method === 'GET' ? pageCache : 'no-store')
    .send(html)
