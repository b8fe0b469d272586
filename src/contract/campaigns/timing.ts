import { z } from 'zod'
import { t } from '../messages/t.ts'
import { TimeZone } from '../values.ts'

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => t('campaigns.timeOfDay') })

const between = { from: TimeOfDay, to: TimeOfDay }
const isSpan = ({ from, to }: { from: string; to: string }): boolean => from !== to
const noSpan = { error: () => t('campaigns.quiet') }

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/** Messages need an hour of each day: with a minute between, a campaign would take years. */
const leavesAnHour = ({ from, to }: { from: string; to: string }): boolean =>
  (minutesOf(to) - minutesOf(from) + 1440) % 1440 <= 1380
const noHour = { error: () => t('campaigns.quietAllDay') }

const CountryQuiet = z
  .object({
    country: z.string().regex(/^[A-Z]{2}$/, { error: () => t('campaigns.quietCountry') }),
    ...between,
  })
  .refine(isSpan, noSpan)
  .refine(leavesAnHour, noHour)

export const quietCountriesMax = 50

export const QuietHours = z
  .object({
    ...between,
    /** Other hours for people of a country, by their number. */
    countries: z
      .array(CountryQuiet)
      .max(quietCountriesMax)
      .refine((all) => new Set(all.map(({ country }) => country)).size === all.length, {
        error: () => t('campaigns.quietTwice'),
      })
      .optional(),
  })
  .refine(isSpan, noSpan)
  .refine(leavesAnHour, noHour)

/** The same as it was stored. */
export const KeptQuiet = z.object({
  from: z.string(),
  to: z.string(),
  countries: z.array(z.object({ country: z.string(), from: z.string(), to: z.string() })).optional(),
})
export type KeptQuiet = z.infer<typeof KeptQuiet>

/** When it starts, beside the time itself. */
export const timing = {
  /** The zone of its times; absent: the business's. */
  timezone: TimeZone.nullish(),
  /** The date and time of `scheduled_at` in `timezone` are meant by each person's own clock. */
  by_their_clock: z.boolean().optional(),
  /** Nothing is sent between these times of a person's own clock; what is due then is sent at their end. */
  quiet: QuietHours.nullish(),
}

/** The same of a campaign as it was scheduled. */
export const keptTiming = {
  /** The date and time that each person's own clock shows when they get it; null: all start at once. */
  their_clock: z.string().nullable(),
  quiet: KeptQuiet.nullable(),
}
