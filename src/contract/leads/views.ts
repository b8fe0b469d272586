import { z } from 'zod'
import { Id, Instant } from '../values.ts'

export const LeadSummary = z.object({
  total: z.number().int(),
  /** Opted in, reachable, not suppressed: the people whom a campaign reaches. */
  writable: z.number().int(),
  no_consent: z.number().int(),
  opted_out: z.number().int(),
  /** Whether any lead came from OpenStreetMap, whose name must then be on the page. */
  from_openstreetmap: z.boolean(),
})

export type LeadSummary = z.infer<typeof LeadSummary>

/** One line of a lead's history. */
export const LeadEvent = z.object({
  at: Instant,
  kind: z.enum(['added', 'consent', 'message', 'inbound']),
  /** One sentence, as it is shown. */
  sentence: z.string(),
  /** The words behind it: what the person wrote, what the owner stated. */
  details: z.string().nullable(),
  /** Of a message: its status and id. */
  status: z.string().nullable(),
  message_id: Id.nullable(),
})

export type LeadEvent = z.infer<typeof LeadEvent>
