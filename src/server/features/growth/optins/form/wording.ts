import { createHash } from 'node:crypto'
import type { FormContent, FormLanguage, FormTexts } from '#contract/growth/optins.ts'

/** What the page shows in this language; in the form's first one where it has no other. */
export function wordingOf(
  content: FormContent,
  language: string | undefined,
): FormTexts & { language: FormLanguage } {
  const found = content.texts.find((one) => one.language === language) ?? content.texts[0]
  if (!found) throw new Error('a form without words was stored')
  return found
}

/**
 * SHA-256 over the words, one a line: heading, text, consent, button, and what the other fields are called. A photo is
 * no part of it: nobody agrees to a picture, and a new one begins no new version.
 */
export function hashOfWording(content: FormContent, language: string | undefined): Buffer {
  const { heading, text, consent, button, language: shown } = wordingOf(content, language)
  const labels = content.fields.map((field) => field.labels[shown] || field.name || field.is)
  return createHash('sha256')
    .update([heading, text, consent, button, ...labels].join('\n'))
    .digest()
}
