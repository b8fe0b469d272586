import { createHash } from 'node:crypto'
import type { FormContent, FormLanguage, FormTexts } from '#contract/growth/optin-form.ts'

/** What the page shows in this language; in the form's first one where it has no other. */
export function wordingOf(
  content: FormContent,
  language: string | undefined,
): FormTexts & { language: FormLanguage } {
  const found = content.texts.find((one) => one.language === language) ?? content.texts[0]
  if (!found) throw new Error('a form without words was stored')
  return found
}

/** What the other fields were called, in their order. */
export const labelsOf = (content: FormContent, language: FormLanguage): string[] =>
  content.fields.map((field) => field.labels[language] || field.name || field.is)

/**
 * What the hash of a wording is of, one a line. A photo is no part of it: nobody agrees to a picture, and a new one
 * begins no new version.
 */
export const hashedText = ({
  heading,
  text,
  consent,
  button,
  labels,
}: FormTexts & { labels: string[] }): string => [heading, text, consent, button, ...labels].join('\n')

export function hashOfWording(content: FormContent, language: string | undefined): Buffer {
  const shown = wordingOf(content, language)
  return createHash('sha256')
    .update(hashedText({ ...shown, labels: labelsOf(content, shown.language) }))
    .digest()
}
