import { z } from 'zod'
import { Id, Instant } from '../values.ts'

/**
 * A change of many leads: it runs in the background, and can be undone while it runs and for some days after.
 */
export const BulkChange = z.object({
  id: Id,
  action: z.enum(['tag', 'untag', 'delete', 'consent']),
  tag: z.string().nullable(),
  status: z.enum(['running', 'done', 'undoing', 'undone']),
  /** Leads to look at, and how many of them it has looked at. */
  leads: z.number().int(),
  leads_done: z.number().int(),
  changed: z.number().int(),
  /** Changes that were undone, and leads that stay as they are because they were changed since. */
  undone: z.number().int(),
  kept: z.number().int(),
  started_at: Instant,
  progressed_at: Instant,
  finished_at: Instant.nullable(),
  undo_until: Instant,
})
export type BulkChange = z.infer<typeof BulkChange>

/** A change of many leads can be undone for so many days. */
export const bulkUndoDays = 7
