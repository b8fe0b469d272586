import { z } from 'zod'
import { webhooks } from '#contract/webhooks.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { route } from '#server/platform/http/route.ts'
import type { Http } from '#server/platform/http/server.ts'
import {
  largestWebhookBytes,
  sameSecret,
  verifyWebhookSignature,
} from '#server/providers/meta/webhooks/webhook-signature.ts'
import { createIntake } from './intake.ts'
import { createRefusals } from './refusals.ts'
import { createTestDeliveries, type TestDeliveries, testHeader } from './test-signature.ts'
import { testWebhook } from './tester.ts'
import {
  createWaker,
  getWebhook,
  listWebhooks,
  replayWebhook,
  webhookHealth,
  webhookPath,
} from './webhooks.ts'

/** A parameter that is there twice is a list, and refused. */
const Handshake = z.object({
  'hub.mode': z.string(),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string(),
})

export function webhooksRoutes(http: Http, app: App): void {
  const tests = createTestDeliveries()
  mountReceiver(http, app, tests)
  route(http, webhooks.test, async ({ caller, body }) => await testWebhook(app, http, tests, caller, body))
  route(http, webhooks.list, ({ caller, query }) => listWebhooks(app, caller, query))
  route(http, webhooks.get, async ({ caller, params }) => ({
    event: await getWebhook(app, caller, params.id),
  }))
  route(http, webhooks.replay, async ({ caller, params }) => ({
    outcomes: await replayWebhook(app, caller, params.id),
  }))
  route(http, webhooks.health, ({ caller }) => webhookHealth(app, caller.businessId))
}

/** Meta's own address: a handshake by GET, events by POST, which are stored before they are answered. */
function mountReceiver(http: Http, app: App, tests: TestDeliveries): void {
  void http.register(async (scope) => {
    // The signature is over the bytes: nothing may parse them first, whatever they say they are.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestWebhookBytes }, (_, body, done) =>
      done(null, body),
    )
    const intake = createIntake(app, createWaker(app))
    const refused = createRefusals(app)

    scope.get(webhookPath, { schema: { hide: true } }, async (request, reply) => {
      const query = Handshake.safeParse(request.query)
      if (!query.success) {
        throw new AppError('invalid_input', t('webhooks.handshake'))
      }
      const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query.data
      if (mode !== 'subscribe' || !sameSecret(token, app.settings.meta.verifyToken))
        throw new AppError('forbidden', t('webhooks.wrongToken'))
      return reply.type('text/plain').send(challenge)
    })

    scope.post(
      webhookPath,
      // No browser reads this answer: the headers that protect one would be worked out thousands of times a second.
      { schema: { hide: true }, bodyLimit: largestWebhookBytes, helmet: false, compress: false },
      async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const given = request.headers['x-hub-signature-256']
        const header = typeof given === 'string' ? given : undefined
        const form = verifyWebhookSignature(body, header, app.settings.meta.appSecret)
        if (!form) {
          refused(header ? 'wrong_signature' : 'missing_signature')
          throw new AppError('forbidden', t('webhooks.wrongSignature'))
        }
        const tester = tests.businessOf(request.headers[testHeader])
        const id = await intake.store({ body, signatureForm: form, tester })
        return reply.header('x-webhook-event-id', id).send({ success: true })
      },
    )
  })
}
