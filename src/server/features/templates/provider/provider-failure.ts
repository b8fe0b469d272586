import { AppError } from '#server/platform/errors.ts'
import type { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import type { FieldNames } from '../content/draft-input.ts'

/** Which field the provider's refusals of a template are about, by subcode. */
const fieldsBySubcode: Record<number, string> = {
  2388023: 'template_name',
  2388024: 'template_name',
  2388026: 'category',
  2388047: 'header',
  2388273: 'header',
  2388072: 'body',
  2388039: 'body',
  2388293: 'body',
  2388299: 'body',
  2388073: 'footer',
  2388060: 'buttons',
}

/** The name is taken, or locked for 30 days after a template of that name was deleted. */
const nameTaken = new Set([2388023, 2388024])

export function isNameTaken(error: MetaError): boolean {
  return nameTaken.has(error.subcode ?? error.code ?? 0)
}

/** The provider said no, and would say so again: nothing was done, and waiting does not help. */
export function isRefusal(error: MetaError): boolean {
  return error.delivery === 'refused' && !error.retry
}

/** What to tell the owner: the provider's own words for the person at the screen where it has some. */
export function wordsOf(error: MetaError): string {
  if (error.userMessage) {
    return /[.!?।]$/.test(error.userMessage.trim())
      ? error.userMessage.trim()
      : `${error.userMessage.trim()}.`
  }
  return `${error.sentence} ${error.advice}`
}

/** A failed call to the provider as the caller is told of it. */
export function providerFailure(error: MetaError, fields: FieldNames = {}): AppError {
  const field = fieldsBySubcode[error.subcode ?? error.code ?? 0]
  const sentence = wordsOf(error)
  const named = field && (fields[field] ?? field)
  const waitMs = error.waitMs(0)
  return new AppError(error.delivery === 'unknown' ? 'provider_timeout' : 'provider_failed', sentence, {
    cause: error,
    ...(named && { fields: { [named]: sentence } }),
    ...(waitMs && { retryAfterSeconds: Math.ceil(waitMs / 1000) }),
  })
}
