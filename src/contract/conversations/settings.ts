import { z } from 'zod'

/** How a business answers. */
export const ChatSettings = z.object({
  /** Customers see that their message was read once a member of the team has opened it. */
  tell_read: z.boolean(),
  /** Customers see that a member of the team types. */
  tell_typing: z.boolean(),
  /** For so long a message of the team waits and can be taken back; 0: it leaves at once. */
  undo_seconds: z.number().int().min(0).max(10),
})
export type ChatSettings = z.infer<typeof ChatSettings>
