import type { FastifyReply } from 'fastify'
import { optinPages, optins } from '#contract/growth/optins.ts'
import type { App } from '#server/app.ts'
import { routesOf } from '#server/platform/http/api-docs.ts'
import { route } from '#server/platform/http/route.ts'
import { sendExport } from '#server/platform/http/send-export.ts'
import type { Http } from '#server/platform/http/server.ts'
import { createForm, getForm, listForms, openForm, saveForm } from './optins/forms.ts'
import { pagePolicy } from './optins/page.ts'
import { exportProofs, listProofs } from './optins/proofs.ts'
import { type Answer, showPage, takeAnswer } from './optins/public-page.ts'
import { listQuestions } from './optins/questions.ts'

export function optinsRoutes(http: Http, app: App): void {
  route(http, optins.list, async ({ caller }) => ({ forms: await listForms(app, caller.businessId) }))
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
  route(http, optins.questions, async ({ caller }) => ({
    questions: await listQuestions(app, caller.businessId),
  }))
  route(http, optins.proofs, ({ caller, query }) => listProofs(app, caller.businessId, query))
  route(http, optins.exportProofs, ({ caller, query, request, reply }) =>
    sendExport(request, reply, {
      dataDir: app.settings.dataDir,
      log: app.log,
      owner: caller.businessId,
      what: `opt-in proofs ${query.form_id ?? 'all'}`,
      fileName: 'opt-in-proofs.csv',
      source: () => exportProofs(app, caller.businessId, query.form_id),
    }),
  )
  publicRoutes(http, app)
}

/** Four short fields. */
const largestBytes = 8 * 1024

function publicRoutes(http: Http, app: App): void {
  void http.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: largestBytes },
      (_, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    )
    // This runs after the routes of the feature are named in the API document.
    routesOf(scope, 'Opt-ins', () => {
      route(scope, optinPages.show, async ({ params, query, request, reply }) => {
        const { accept: wanted, 'accept-language': accept } = request.headers
        return send(
          reply,
          await showPage(app, params.code, { way: query.way, lang: query.lang, accept, wanted }),
        )
      })
      route(scope, optinPages.submit, async ({ params, body, request, reply }) => {
        const { accept: wanted, 'user-agent': userAgent, 'accept-language': accept } = request.headers
        return send(
          reply,
          await takeAnswer(app, params.code, body, { address: request.ip, userAgent, accept, wanted }),
        )
      })
    })
  })
}

const send = (reply: FastifyReply, { status, html }: Answer): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy)
    .header('referrer-policy', 'no-referrer')
    .send(html)
