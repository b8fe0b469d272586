import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { t } from '../messages/t.ts'

/** The most addresses of a business for shop systems. */
export const mostSources = 10

/** An address to which a shop system posts sales. */
export const ConversionSource = z
  .object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    /** Who added it. */
    by: z.string(),
    created_at: z.string(),
    /** The last call that was taken. */
    last_at: z.string().nullable(),
    refused_at: z.string().nullable(),
    /** Why the last call was refused: its signature, its time, or what it said. */
    refused: z.enum(['signature', 'time', 'content']).nullable(),
  })
  .meta({ id: 'ConversionSource' })
export type ConversionSource = z.infer<typeof ConversionSource>

export const conversionSources = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/conversion_sources',
    summary: 'Addresses to which shop systems post sales, the newest first',
    response: answer({ sources: z.array(ConversionSource) }),
  },
  add: {
    method: 'POST',
    path: '/marketing/api/conversion_sources',
    audit: 'conversion_source_added',
    summary: 'Add an address for a shop system. The secret is answered only here',
    description:
      'Calls are signed as Standard Webhooks describes, with a body as for recording a conversion. A call whose time is more than 5 minutes off is refused.',
    body: z.object({
      name: z
        .string()
        .trim()
        .min(1, { error: () => t('fields.required') })
        .max(100),
      current_password: z.string().max(200).optional(),
    }),
    response: answer({ source: ConversionSource, secret: z.string() }),
  },
  remove: {
    method: 'DELETE',
    path: '/marketing/api/conversion_sources/{id}',
    audit: 'conversion_source_removed',
    summary: 'Remove an address: its calls are refused from then on',
    params: z.object({ id: z.uuid() }),
    response: answer({}),
  },
})
