import { z } from 'zod'
import { t } from '../messages/t.ts'

/** The longest custom message: the length of a whole body at the provider. */
export const customMessageMax = 1024

/** What is said of a variable whose fixed text is empty. */
export const noText = () => t('campaigns.parameter')

/**
 * The value of a template variable: a field of the lead, one of its further columns, the campaign's custom
 * message, or one text for all. `fallback` is for people without a value.
 */
export const ParameterSource = z
  .union(
    [
      z
        .string()
        .trim()
        .min(1, { error: noText })
        .max(customMessageMax)
        .transform((text) => ({ text })),
      z.object({
        text: z.string().trim().min(1, { error: noText }).max(customMessageMax),
      }),
      z.object({
        field: z.enum(['name', 'first_name', 'phone', 'email', 'tag', 'custom_message']),
        fallback: z.string().trim().max(customMessageMax).optional(),
      }),
      z.object({
        attribute: z.string().min(1).max(200),
        fallback: z.string().trim().max(customMessageMax).optional(),
      }),
    ],
    { error: noText },
  )
  .describe('A text, or {field, fallback}, {attribute, fallback} or {text}')
export type ParameterSource = z.output<typeof ParameterSource>

/** Keyed by the variable's name in the template: `1`, `name`, `custom_message`. */
export const ParameterMapping = z.record(z.string().max(100), ParameterSource)
export type ParameterMapping = z.output<typeof ParameterMapping>
