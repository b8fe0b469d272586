import { z } from 'zod'
import { answer, endpoints } from './endpoint.ts'
import { t } from './messages/t.ts'
import { Id, Instant } from './values.ts'

/** An erasure: who did it and when, and nothing about the person. */
export const Erasure = z.object({
  id: Id,
  /** `running`: stored webhooks and files are still being looked through. */
  status: z.enum(['running', 'done']),
  /** Who did it. */
  by: z.string(),
  at: Instant,
  finished_at: Instant.nullable(),
  /** Messages that were made anonymous, and stored webhooks that something was taken out of. */
  messages: z.number().int(),
  webhooks: z.number().int(),
})
export type Erasure = z.infer<typeof Erasure>

const idParams = z.object({ id: Id })

export const privacy = endpoints({
  personData: {
    method: 'GET',
    path: '/marketing/api/leads/{id}/data',
    audit: 'person_exported',
    summary: 'Everything that is stored about a person, as one JSON file',
    params: idParams,
    raw: true,
    response: z.string(),
  },
  erase: {
    method: 'POST',
    path: '/marketing/api/leads/{id}/erase',
    audit: 'person_erased',
    summary:
      'Erase a person for good. Only a keyed hash of their addresses stays, so that they stay opted out',
    params: idParams,
    body: z.object({
      confirm: z.literal(true, { error: () => t('privacy.confirmErase') }),
    }),
    response: answer({ erasure: Erasure }),
  },
  erasures: {
    method: 'GET',
    path: '/marketing/api/leads/erasures',
    summary: 'The last 50 erasures: who erased somebody and when',
    response: answer({ erasures: z.array(Erasure) }),
  },
})
