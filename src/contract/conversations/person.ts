import { z } from 'zod'
import { MessageStatus } from '../messages.ts'

/** What is known of a person beside the lead: campaigns they got, where they came from, notes of the team. */
export const ConversationPerson = z.object({
  /** All campaigns that were sent to them. */
  campaign_count: z.number().int(),
  /** The newest twenty. */
  campaigns: z.array(
    z.object({
      campaign_id: z.number(),
      name: z.string(),
      status: MessageStatus,
      at: z.string(),
      /** Their first message after it and before the next campaign, within three days. */
      replied_at: z.string().nullable(),
    }),
  ),
  /** The first advertisement, post or opt-in form that led here; of a form, its name. */
  came_from: z
    .object({ headline: z.string().nullable(), source_url: z.string().nullable(), at: z.string() })
    .nullable(),
  /** The newest ten. */
  notes: z.array(z.object({ id: z.number(), text: z.string(), by: z.string().nullable(), at: z.string() })),
})
export type ConversationPerson = z.infer<typeof ConversationPerson>
