import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { t } from '../messages/t.ts'
import { apiScopes } from './scopes.ts'

/** Calls of one key in a minute. */
export const keyCallsPerMinute = 600
export const mostKeysPerBusiness = 50
export const longestKeyDays = 366

export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The beginning of the key, by which its owner recognises it. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** Who made it. It stops working when they leave the team. */
  by: z.string(),
  created_at: z.string(),
  /** Null: it does not expire. */
  expires_at: z.string().nullable(),
  expired: z.boolean(),
  last_used_at: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const apiKeys = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/account/api-keys',
    summary: 'The API keys of the business that are not revoked, the newest first',
    response: answer({ keys: z.array(ApiKey) }),
  },
  create: {
    method: 'POST',
    path: '/marketing/api/account/api-keys',
    summary: 'Make an API key. The whole key is answered only here',
    description:
      'Send the key as `Authorization: Bearer tidings_...`. It can call the endpoints whose `x-scope` it has.',
    body: z.object({
      name: z
        .string({ error: () => t('fields.keyName') })
        .trim()
        .min(1, { error: () => t('fields.keyName') })
        .max(100),
      scopes: z
        .array(z.enum(apiScopes), { error: () => t('fields.keyScopes') })
        .min(1, { error: () => t('fields.keyScopes') })
        .max(apiScopes.length),
      /** Null: the key does not expire. */
      expires_in_days: z.number().int().min(1).max(longestKeyDays).nullable(),
      current_password: z.string().max(200),
    }),
    response: answer({ key: ApiKey, secret: z.string() }),
  },
  revoke: {
    method: 'DELETE',
    path: '/marketing/api/account/api-keys/{id}',
    summary: 'Revoke an API key: it stops working at once',
    params: z.object({ id: z.uuid() }),
    response: answer({}),
  },
})
