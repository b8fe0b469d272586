import type { TemplateButton, TemplateCategory } from '#contract/templates/draft.ts'

export const libraryLanguages = ['en_US', 'hi', 'es'] as const
export type LibraryLanguage = (typeof libraryLanguages)[number]

/** A predefined template in one language. Variables are named; their samples stand in `samples.ts`. */
export type Wording = {
  header?: string
  body: string
  footer?: string
  /** Quick replies, in their order. */
  replies?: readonly string[]
  /** After the quick replies. */
  buttons?: readonly TemplateButton[]
}

/** A predefined template: one name, one purpose, its words in each language. */
export type LibraryEntry = {
  name: string
  title: string
  category: Exclude<TemplateCategory, 'OTP'>
  words: Readonly<Record<LibraryLanguage, Wording>>
}

/** A one-time code: its words are the provider's. */
export type LibraryCode = {
  name: string
  title: string
  securityAdvice: boolean
  expiresMinutes: number
  label: Readonly<Record<LibraryLanguage, string>>
}
