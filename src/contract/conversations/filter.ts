import { z } from 'zod'
import { t } from '../messages/t.ts'
import { isVisible } from '../text/visible.ts'
import { Id, ProviderId } from '../values.ts'

export const ConversationView = z.enum(['open', 'mine', 'unassigned', 'snoozed', 'closed', 'all'])
export type ConversationView = z.infer<typeof ConversationView>

/** A short name on one line. */
export const ShortName = (most: number) =>
  z
    .string()
    .trim()
    .min(1, { error: () => t('conversations.nameRequired') })
    .max(most, { error: () => t('conversations.titleLength', { most }) })
    .regex(/^[^\p{Cc}\p{Co}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u, {
      error: () => t('conversations.nameOneLine'),
    })
    .refine(isVisible, { error: () => t('conversations.nameRequired') })

const longestLabel = 40
export const Label = ShortName(longestLabel)
/** At most so much of a label, and no half of a character. */
export const cutLabel = (label: string): string =>
  label.slice(0, longestLabel).replace(/[\ud800-\udbff]$/, '')
/** How many labels a conversation has at most. */
export const mostLabelsEach = 20
export const Labels = z.array(Label).max(mostLabelsEach)

/** Which conversations. All that is named must hold; of `labels` any. */
export const ConversationFilter = z.object({
  /** Left out: open ones; with `search` all. */
  view: ConversationView.optional(),
  assigned_to: Id.optional(),
  labels: z.array(Label).max(20).optional(),
  phone_number_id: ProviderId.optional(),
  /** Their person got a message of this campaign. */
  campaign_id: Id.optional(),
  unread: z.boolean().optional(),
  /** The newest message is theirs. */
  unanswered: z.boolean().optional(),
  /** Less than two hours are left to answer freely. */
  closing: z.boolean().optional(),
  search: z.string().trim().max(200).optional(),
})
export type ConversationFilter = z.infer<typeof ConversationFilter>

/** A campaign whose text has the words of a search; `at` is when it began. */
export const FoundCampaign = z
  .object({ id: z.number(), name: z.string(), at: z.string() })
  .meta({ id: 'FoundCampaign' })
export type FoundCampaign = z.infer<typeof FoundCampaign>
