import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { Tag } from '../leads.ts'
import { t } from '../messages/t.ts'
import { Currency, Id, Instant, NextCursor } from '../values.ts'
import { ExchangeRate, Touch } from './analytics.ts'

const plain = (most: number) =>
  z
    .string()
    .trim()
    .min(1, { error: () => t('fields.required') })
    .max(most)
    .refine((text) => !text.includes('\0'))

/** A decimal number: `499`, `499.90`, `-20`. */
const Value = z.union([
  z.number().min(-1e12).max(1e12),
  z.string().regex(/^-?\d{1,12}(\.\d{1,4})?$/, { error: () => t('analytics.value') }),
])

export const ConversionInput = z.object({
  /** The caller's name of it, such as the order's number: the same again is the same conversion. */
  key: plain(200),
  event: plain(60),
  phone: plain(60).optional(),
  lead_id: Id.optional(),
  value: Value.optional(),
  currency: Currency.optional(),
  /** Now where it is absent; up to a year back. */
  at: Instant.optional(),
  /** A value below zero is a refund of the conversion with this key. */
  refund_of: plain(200).optional(),
})
export type ConversionInput = z.infer<typeof ConversionInput>

const origin = {
  campaign_id: z.number().nullable(),
  sequence_id: z.number().nullable(),
  ad_id: z.string().nullable(),
  form_id: z.number().nullable(),
}

export const Conversion = z
  .object({
    id: z.number(),
    key: z.string(),
    event: z.string(),
    /** In the smallest unit of the currency. */
    amount: z.number().int().nullable(),
    currency: z.string().nullable(),
    refund_of: z.string().nullable(),
    at: z.string(),
    address: z.string(),
    lead_id: z.number().nullable(),
    /** The last touch before it: a click, a visit from an ad, or a form. */
    touch: Touch.nullable(),
    touched_at: z.string().nullable(),
    ...origin,
    /** The last touch where a message that was read is one too. */
    by_read: z.object({ touch: Touch.nullable(), ...origin }),
  })
  .meta({ id: 'Conversion' })
export type Conversion = z.infer<typeof Conversion>

/** The longest file of conversions, in bytes and rows. */
export const longestImport = { bytes: 2 * 1024 * 1024, rows: 10_000 }

/** What people did that a business wants: orders, bookings. */
export const conversions = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/conversions',
    summary: 'Conversions, the newest first',
    scope: 'campaigns:read',
    query: z.object({
      cursor: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: answer({ conversions: z.array(Conversion), next_cursor: NextCursor }),
  },
  record: {
    method: 'POST',
    path: '/marketing/api/conversions',
    summary: 'Records a conversion, once for each key',
    description:
      'Names a person by `phone` or `lead_id`. The same `key` with the same values answers as before; with others it is refused.',
    scope: 'campaigns:write',
    body: ConversionInput,
    response: answer({ conversion: Conversion }),
  },
  importCsv: {
    method: 'POST',
    path: '/marketing/api/conversions/import',
    summary: 'Records the conversions of a CSV file',
    description:
      'Columns: key, event, phone, value, currency, time, refund_of. Rows that are known change nothing.',
    maxBytes: longestImport.bytes + 64 * 1024,
    body: z.object({
      csv: z
        .string()
        .min(1)
        .max(longestImport.bytes)
        .refine((text) => !text.includes('\0')),
    }),
    response: answer({
      added: z.number().int(),
      known: z.number().int(),
      /** At most 100 of them. */
      refused: z.array(z.object({ row: z.number().int(), reason: z.string() })),
      refused_count: z.number().int(),
    }),
  },
  saveSettings: {
    method: 'PUT',
    path: '/marketing/api/conversions/settings',
    summary: 'How long after a touch a conversion counts for it, and which tag means that a person bought',
    body: z.object({
      window_days: z.number().int().min(1).max(90),
      /** Who gets this tag has bought, once for each person; null: no tag means that. Unchanged where it is absent. */
      bought_tag: Tag.nullable().optional(),
    }),
    response: answer({
      window_days: z.number().int(),
      bought_tag: z.string().nullable(),
    }),
  },
  saveExchangeRate: {
    method: 'PUT',
    path: '/marketing/api/conversions/exchange_rate',
    summary: 'How much one unit of a currency is in another, for the return on what messages cost',
    description: 'It is kept with the day of today. Tidings asks nobody for rates.',
    body: z
      .object({
        from: Currency,
        to: Currency,
        /** Null: none is known. */
        rate: z.number().min(1e-6).max(1e9).nullable(),
      })
      .refine(({ from, to }) => from !== to, { path: ['to'], error: () => t('analytics.twoCurrencies') }),
    response: answer({ exchange_rates: z.array(ExchangeRate) }),
  },
})
