import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { t } from '../messages/t.ts'
import { Id, NextCursor, PageQuery } from '../values.ts'
import { type DeliveryKind, hookKindNames, testKind } from './hook-kinds.ts'

export const mostHooksPerBusiness = 20
/** Events of one kind in one call. */
export const largestBatch = 100
/** For so long calls are signed with the secret before as well. */
export const secretOverlapHours = 24
/** An address that refuses every call for so long is switched off. */
export const failingDays = 3
/** Waits before the second call and each after it: about a day. */
export const retryAfterSeconds = [5, 300, 1800, 7200, 18_000, 28_800, 28_800]

export const hookOffReasons = ['owner', 'failing', 'gone'] as const

export const Hook = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(hookKindNames)),
  /** The most events in one call. */
  batch: z.number().int(),
  /** Who added it. */
  by: z.string(),
  /** The API key it was added with. It ends with the key. */
  api_key: z.string().nullable(),
  created_at: z.string(),
  on: z.boolean(),
  /** `owner`: switched off by hand; `failing`: every call failed for days; `gone`: the address answered 410. */
  off_reason: z.enum(hookOffReasons).nullable(),
  off_at: z.string().nullable(),
  /** Since when every call fails. */
  failing_since: z.string().nullable(),
  /** Until when calls are signed with the secret before as well. */
  old_secret_until: z.string().nullable(),
  waiting: z.number().int(),
  failed: z.number().int(),
})
export type Hook = z.infer<typeof Hook>

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/**
 * Why a call failed, or the address was not called; `status`: it answered with another status than 2xx; `secret_lost`:
 * the key that its secret was encrypted with is gone.
 */
export const deliveryFaults = [
  'status',
  'timeout',
  'unreachable',
  'not_found',
  'not_public',
  'bad_address',
  'turned_off',
  'secret_lost',
  'switched_off',
] as const

export const HookDelivery = z.object({
  id: Id,
  /** Sent as `webhook-id`, the same at each try. */
  webhook_id: z.string(),
  event: z.enum([...hookKindNames, testKind] as [DeliveryKind, ...DeliveryKind[]]),
  events: z.number().int(),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  created_at: z.string(),
  last_attempt_at: z.string().nullable(),
  next_attempt_at: z.string().nullable(),
  /** What the address answered the last time. */
  status: z.number().int().nullable(),
  fault: z.enum(deliveryFaults).nullable(),
  duration_ms: z.number().int().nullable(),
})
export type HookDelivery = z.infer<typeof HookDelivery>

const Events = z
  .array(z.enum(hookKindNames), { error: () => t('fields.hookEvents') })
  .min(1, { error: () => t('fields.hookEvents') })
  .max(hookKindNames.length)
const Batch = z.number().int().min(1).max(largestBatch)
const params = z.object({ id: z.uuid() })
const delivery = z.object({ id: z.uuid(), delivery_id: Id })

export const hooks = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/hooks',
    scope: 'hooks:write',
    summary: 'The addresses that get the events of the business, the newest first',
    response: answer({ hooks: z.array(Hook) }),
  },
  add: {
    method: 'POST',
    path: '/marketing/api/hooks',
    scope: 'hooks:write',
    summary: 'Add an address that gets events. The secret is answered only here',
    description:
      'Calls are signed as Standard Webhooks describes. With an API key, each event needs the permission to read what it is about, and the address ends with the key. Without one, `current_password` is needed.',
    body: z.object({
      url: z
        .string({ error: () => t('fields.hookUrl') })
        .trim()
        .min(1, { error: () => t('fields.hookUrl') })
        .max(2000)
        .meta({ examples: ['https://hooks.example.com/tidings'] }),
      events: Events,
      name: z.string().trim().max(100).default(''),
      batch: Batch.default(largestBatch),
      current_password: z.string().max(200).optional(),
    }),
    response: answer({ hook: Hook, secret: z.string() }),
  },
  samples: {
    method: 'GET',
    path: '/marketing/api/hooks/samples',
    scope: 'hooks:write',
    summary: 'What is sent for each event, with made-up values',
    response: answer({
      samples: z.array(
        z.object({
          type: z.string(),
          timestamp: z.string(),
          data: z.array(z.record(z.string(), z.unknown())),
        }),
      ),
    }),
  },
  change: {
    method: 'PATCH',
    path: '/marketing/api/hooks/{id}',
    scope: 'hooks:write',
    summary: 'Change the name or the events of an address, or switch it on or off',
    params,
    body: z.object({
      name: z.string().trim().max(100).optional(),
      events: Events.optional(),
      batch: Batch.optional(),
      on: z.boolean().optional(),
    }),
    response: answer({ hook: Hook }),
  },
  remove: {
    method: 'DELETE',
    path: '/marketing/api/hooks/{id}',
    scope: 'hooks:write',
    summary: 'Remove an address: it is called no more',
    params,
    response: answer({}),
  },
  rotate: {
    method: 'POST',
    path: '/marketing/api/hooks/{id}/secret',
    summary: 'Get a new secret; for 24 hours calls are signed with both',
    params,
    body: z.object({ current_password: z.string().max(200) }),
    response: answer({ hook: Hook, secret: z.string() }),
  },
  test: {
    method: 'POST',
    path: '/marketing/api/hooks/{id}/test',
    scope: 'hooks:write',
    summary: 'Send a test event to an address; its result is in the deliveries',
    params,
    response: answer({ delivery: HookDelivery }),
  },
  deliveries: {
    method: 'GET',
    path: '/marketing/api/hooks/{id}/deliveries',
    scope: 'hooks:write',
    summary: 'The calls to an address, the newest first',
    params,
    query: PageQuery.omit({ search: true }).extend({ state: z.enum(deliveryStates).optional() }),
    response: answer({ deliveries: z.array(HookDelivery), next_cursor: NextCursor }),
  },
  delivery: {
    method: 'GET',
    path: '/marketing/api/hooks/{id}/deliveries/{delivery_id}',
    scope: 'hooks:write',
    summary: 'One call, with its body as it would be sent now',
    description: 'For an API key the body is left out where the key may not read what it is about.',
    params: delivery,
    response: answer({ delivery: HookDelivery, body: z.string().nullable() }),
  },
  replay: {
    method: 'POST',
    path: '/marketing/api/hooks/{id}/deliveries/{delivery_id}/replay',
    scope: 'hooks:write',
    summary: 'Make a call that ended again, with the same webhook id',
    params: delivery,
    response: answer({ delivery: HookDelivery }),
  },
  replayFailed: {
    method: 'POST',
    path: '/marketing/api/hooks/{id}/replay-failed',
    scope: 'hooks:write',
    summary: 'Make all failed calls to an address again',
    params,
    response: answer({ replayed: z.number().int() }),
  },
})
