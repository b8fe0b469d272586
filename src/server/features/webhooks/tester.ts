import type { WebhookOutcome } from '#contract/webhooks.ts'
import type { App } from '#server/app.ts'
import { ownsAllOf } from '#server/features/onboarding/onboarding.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Http } from '#server/platform/http/server.ts'
import { parseWebhook } from '#server/providers/meta/webhooks/webhook-events.ts'
import { signWebhook } from '#server/providers/meta/webhooks/webhook-signature.ts'
import { namedBy, ownersOf } from './payload/owners.ts'
import { replayWebhook } from './stored.ts'
import { type TestDeliveries, testHeader } from './test-signature.ts'
import { webhookPath } from './webhook-path.ts'

/**
 * Signs a body as the provider does and delivers it to our own webhook address, through the whole HTTP server.
 * @returns what the address answered, and what each event was taken for and did.
 * @throws AppError `not_found` when the body names an account or number that is not the caller's, whether there is
 * one or not.
 */
export async function testWebhook(
  app: App,
  http: Http,
  tests: TestDeliveries,
  caller: Caller,
  body: unknown,
): Promise<{ status: number; response: string; outcomes: WebhookOutcome[]; message: string }> {
  const bytes = Buffer.from(JSON.stringify(body))
  const events = parseWebhook(bytes)
  const owners = await ownersOf(app, events)
  if (!events.every((event) => ownsAllOf(owners, caller.businessId, namedBy(event)))) {
    throw new AppError('not_found', t('webhooks.test.notYours'))
  }
  const answer = await tests.during(caller.businessId, (word) =>
    http.inject({
      method: 'POST',
      url: webhookPath,
      payload: bytes,
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': signWebhook(bytes, app.settings.meta.appSecret),
        [testHeader]: word,
      },
    }),
  )
  const id = Number(answer.headers['x-webhook-event-id'])
  if (answer.statusCode !== 200 || !id) {
    return {
      status: answer.statusCode,
      response: answer.body,
      outcomes: [],
      message: t('webhooks.test.refused'),
    }
  }
  const outcomes = await replayWebhook(app, caller, id)
  return {
    status: answer.statusCode,
    response: answer.body,
    outcomes,
    message: t('webhooks.test.sent'),
  }
}
