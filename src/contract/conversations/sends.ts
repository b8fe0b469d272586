import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { Id } from '../values.ts'

/** The browser's own key of a send, a UUID: it names nothing of ours. */
export const SendKey = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .meta({ examples: ['0b6f3a52-6a0e-4c8e-9d57-1f8f0f6f3a10'] })

/** What was sent under a key. */
export const sends = endpoints({
  find: {
    method: 'GET',
    path: '/marketing/api/conversations/{id}/sends/{send_key}',
    scope: 'conversations:read',
    summary: 'Whether a message has arrived whose answer was lost',
    params: z.object({ id: Id, send_key: SendKey }),
    response: answer({
      /** Null: nothing was sent under this key. */
      message_id: z.number().nullable(),
    }),
  },
})
