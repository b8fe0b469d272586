import { z } from 'zod'

/** What a member does in a conversation; each is written down with them. */
export const ChatActivityKind = z.enum([
  'sent',
  'reacted',
  'taken_back',
  'note',
  'assigned',
  'unassigned',
  'closed',
  'reopened',
  'snoozed',
  'labelled',
  'unlabelled',
])

/** One line of who did what in which conversation. */
export const ChatActivity = z.object({
  /** Unique in the business. */
  key: z.string(),
  at: z.string(),
  kind: ChatActivityKind,
  /** Who did it; also of a member who left. */
  by: z.string(),
  conversation: z.object({ id: z.number(), name: z.string(), address: z.string() }),
  /** The label, or the member it was assigned to. */
  subject: z.string().nullable(),
})
export type ChatActivity = z.infer<typeof ChatActivity>
