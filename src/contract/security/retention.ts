import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { Instant } from '../values.ts'

/**
 * What goes after so many days: messages into the archive, months of the archive, stored webhooks as they came, files of
 * chats, the delivery log of outgoing webhooks.
 */
export const retentionKinds = [
  'messages',
  'message_archives',
  'webhooks',
  'chat_files',
  'hook_deliveries',
] as const
export type RetentionKind = (typeof retentionKinds)[number]

/** Statuses and questions about a message come for weeks: what is older than this may go. */
export const fewestDaysOf: Record<RetentionKind, number> = {
  messages: 180,
  message_archives: 180,
  webhooks: 30,
  chat_files: 30,
  hook_deliveries: 1,
}
export const mostDays = 3650

/** Null: as the install was set up. 0: for ever. */
const daysOf = (kind: RetentionKind) =>
  z
    .union([z.literal(0), z.number().int().min(fewestDaysOf[kind]).max(mostDays)])
    .nullable()
    .optional()

export const Retention = z.object({
  kind: z.enum(retentionKinds),
  /** 0: for ever; null: deliveries as they always were, 7 days and 30 for failures. */
  days: z.number().int().nullable(),
  /** What holds where no number is chosen here. */
  usual_days: z.number().int().nullable(),
  /** A number was chosen here. */
  chosen: z.boolean(),
  /** When the oldest webhook that is kept came; null without one, and for other kinds. */
  since: Instant.nullable(),
  /** The last time that something went. */
  last: z.object({ at: Instant, removed: z.number(), bytes: z.number() }).nullable(),
})
export type Retention = z.infer<typeof Retention>

export const retention = endpoints({
  get: {
    method: 'GET',
    path: '/marketing/api/retention',
    summary: 'How long things are kept on this install',
    description: 'For the operator of the install alone.',
    response: answer({ retention: z.array(Retention) }),
  },
  save: {
    method: 'PUT',
    path: '/marketing/api/retention',
    audit: 'retention_changed',
    summary: 'Choose how long things are kept on this install',
    description:
      'For the operator of the install alone. What is older goes in the next night, for good; whole months of messages go to the archive. What is absent stays as it is.',
    body: z.object({
      messages: daysOf('messages'),
      message_archives: daysOf('message_archives'),
      webhooks: daysOf('webhooks'),
      chat_files: daysOf('chat_files'),
      hook_deliveries: daysOf('hook_deliveries'),
    }),
    response: answer({ retention: z.array(Retention) }),
  },
})
