import { z } from 'zod'
import { t } from './messages/t.ts'

export { e164Pattern } from './text/e164.ts'

/** An id of ours: a positive integer. Path and query parameters arrive as text and are read into a number. */
export const Id = z.coerce
  .number()
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ examples: [1042] })

/** A provider's id: a decimal string of up to 20 digits, never a number (beyond 2^53 digits would be lost). */
export const ProviderId = z
  .string()
  .regex(/^\d{1,20}$/)
  .meta({ examples: ['106540352242922'] })

/** An instant, ISO 8601 with an offset. */
export const Instant = z.iso
  .datetime({
    offset: true,
    error: () => t('fields.instant'),
  })
  .meta({ examples: ['2026-11-24T09:00:00+05:30'] })

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** A currency of ISO 4217. */
export const Currency = z
  .string()
  .refine((code) => currencies.has(code), { error: () => t('campaigns.currency') })
  .meta({ examples: ['INR'] })

/** An IANA time zone name that this runtime supports. */
export const TimeZone = z
  .string()
  .refine(isTimeZone, { error: () => t('fields.timeZone') })
  .meta({ examples: ['Asia/Kolkata'] })

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** A country as ISO 3166-1 alpha-2, in capitals. */
export const Country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .meta({ examples: ['IN'] })

/**
 * A page of a list: `limit` rows after `cursor`, filtered by `search`.
 * Lists answer `next_cursor`: pass it back as `cursor`; `null` means that was the last page.
 */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().max(400).optional(),
  search: z.string().trim().max(200).optional(),
})
export type PageQuery = z.infer<typeof PageQuery>

/** The order of a list by time. */
export const TimeOrder = z.enum(['newest', 'oldest'], { error: () => t('fields.timeOrder') })
export type TimeOrder = z.infer<typeof TimeOrder>

export const NextCursor = z.string().nullable()

/**
 * How many rows a filter lets through: `count` of them, or with `more` at least so many (10,000). Answered with the
 * first page only; null also when it could not be counted quickly.
 */
export const RowCount = z.object({ count: z.number().int(), more: z.boolean() }).nullable()
export type RowCount = z.infer<typeof RowCount>

/** One value or several in a query string (`?tag=a&tag=b`), read into a list. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).optional(),
  )

/** At most so many marketing messages for a person in so many days. */
export const MarketingCap = z.object({
  messages: z.number().int().min(1).max(50),
  days: z.number().int().min(1).max(90),
})
export type MarketingCap = z.infer<typeof MarketingCap>
