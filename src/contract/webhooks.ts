import { z } from 'zod'
import { answer, endpoints } from './endpoint.ts'
import { Id, NextCursor, PageQuery, RowCount, TimeOrder } from './values.ts'

/** The state of a stored webhook: waiting, applied, not recognised (kept), or failed (can be replayed). */
export const WebhookState = z.enum(['waiting', 'applied', 'unrecognised', 'failed'])
export type WebhookState = z.infer<typeof WebhookState>

/** One POST of the provider, as it is kept. */
export const WebhookRecord = z.object({
  id: Id,
  received_at: z.iso.datetime(),
  state: WebhookState,
  /** What was in it: `messages`, `message_template_status_update` … */
  fields: z.array(z.string()),
  error: z.string().nullable(),
  bytes: z.number(),
})
export type WebhookRecord = z.infer<typeof WebhookRecord>

/** What one event inside a webhook was taken for, and what it did. */
export const WebhookOutcome = z.object({ event: z.string(), did: z.string() })
export type WebhookOutcome = z.infer<typeof WebhookOutcome>

export const webhooks = endpoints({
  test: {
    method: 'POST',
    path: '/marketing/api/meta/meta_webhook_test',
    summary: 'Deliver a body to our own webhook address, signed as the provider signs it',
    description:
      'Answers what the webhook address answered, and what each event in the body was taken for and did. A body that names an account of another business is refused.',
    body: z.unknown(),
    response: answer({
      /** What the webhook address answered. */
      status: z.number(),
      response: z.string(),
      outcomes: z.array(WebhookOutcome),
    }),
  },
  list: {
    method: 'GET',
    path: '/marketing/api/webhooks/events',
    summary: 'The stored webhooks of this business, the newest or the oldest first',
    query: PageQuery.extend({
      state: WebhookState.optional(),
      field: z.string().max(80).optional(),
      sort: TimeOrder.default('newest'),
    }),
    response: answer({ events: z.array(WebhookRecord), next_cursor: NextCursor, found: RowCount }),
  },
  get: {
    method: 'GET',
    path: '/marketing/api/webhooks/events/{id}',
    summary: 'One stored webhook with its body',
    params: z.object({ id: Id }),
    response: answer({ event: WebhookRecord.extend({ body: z.string() }) }),
  },
  replay: {
    method: 'POST',
    path: '/marketing/api/webhooks/events/{id}/replay',
    summary: 'Apply a stored webhook again; what it did already stays done once',
    params: z.object({ id: Id }),
    response: answer({ outcomes: z.array(WebhookOutcome) }),
  },
  health: {
    method: 'GET',
    path: '/marketing/api/webhooks/health',
    summary: 'Whether the provider still talks to us',
    response: answer({
      last_received_at: z.iso.datetime().nullable(),
      /** A sentence when messages went out and no webhook came back; null when all is well. */
      warning: z.string().nullable(),
      waiting: z.number(),
    }),
  },
})
