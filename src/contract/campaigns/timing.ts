import { z } from 'zod'
import { t } from '../messages/t.ts'
import { TimeZone } from '../values.ts'

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => t('campaigns.timeOfDay') })

const QuietHours = z
  .object({ from: TimeOfDay, to: TimeOfDay })
  .refine(({ from, to }) => from !== to, { error: () => t('campaigns.quiet') })

/** When it starts, beside the time itself. */
export const timing = {
  /** The zone of its times; absent: the business's. */
  timezone: TimeZone.nullish(),
  /** The date and time of `scheduled_at` in `timezone` are meant by each person's own clock. */
  by_their_clock: z.boolean().optional(),
  /** With `by_their_clock`: nothing is sent between these times of a person's own clock. */
  quiet: QuietHours.nullish(),
}

/** The same of a campaign as it was scheduled. */
export const keptTiming = {
  /** The date and time that each person's own clock shows when they get it; null: all start at once. */
  their_clock: z.string().nullable(),
  quiet: z.object({ from: z.string(), to: z.string() }).nullable(),
}
