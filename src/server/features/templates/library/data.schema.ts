import { z } from 'zod'
import { TemplateButton } from '#contract/templates/draft.ts'

export const libraryLanguages = ['en_US', 'hi', 'es'] as const
export type LibraryLanguage = (typeof libraryLanguages)[number]

const inEachLanguage = <T extends z.ZodType>(value: T) =>
  z.strictObject({ en_US: value, hi: value, es: value })
const Name = z.string().regex(/^[a-z0-9_]+$/)
const Text = z.string().min(1)

/** A predefined template in one language. Variables are named; their samples are in `samples.json`. */
const Wording = z.strictObject({
  header: Text.optional(),
  body: Text,
  footer: Text.optional(),
  /** Quick replies, in their order. */
  replies: z.array(Text).optional(),
  /** After the quick replies. */
  buttons: z.array(TemplateButton).optional(),
})

/** A predefined template: one name, one purpose, its text in each language. */
const LibraryEntry = z.strictObject({
  name: Name,
  title: Text,
  category: z.enum(['MARKETING', 'TRANSACTIONAL']),
  text: inEachLanguage(Wording),
})
export type LibraryEntry = z.infer<typeof LibraryEntry>

/** A one-time code: its text is the provider's. */
const LibraryCode = z.strictObject({
  name: Name,
  title: Text,
  securityAdvice: z.boolean(),
  expiresMinutes: z.int().positive(),
  label: inEachLanguage(Text),
})
export type LibraryCode = z.infer<typeof LibraryCode>

export const Samples = inEachLanguage(z.record(Name, Text))

export const Entries = z.array(LibraryEntry)
export const Codes = z.array(LibraryCode)

/** Checked by `npm run build` and by a test. */
export const schemas = {
  'appointment-reminders.json': Entries,
  'lead-follow-up.json': Entries,
  'one-time-codes.json': Codes,
  'order-updates.json': Entries,
  'promotions.json': Entries,
  'samples.json': Samples,
}
