import { AppError } from '#server/platform/errors.ts'
import { isOfClass, templatePartOf } from '#server/providers/meta/errors/error-classes.ts'
import type { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { explanationOf, readText } from '#server/stored-text/read-text.ts'
import type { StoredText } from '#server/stored-text/stored-text.ts'
import type { FieldNames } from '../content/draft-input.ts'

export function isNameTaken(error: MetaError): boolean {
  return isOfClass(error.subcode ?? error.code, 'templateName')
}

/** The provider said no, and would say so again: nothing was done, and waiting does not help. */
export function isRefusal(error: MetaError): boolean {
  return error.delivery === 'refused' && !error.retry
}

/** What the owner reads: the provider's own text for the person at the screen where it has some. */
export function failureReason(error: MetaError): StoredText {
  if (error.userMessage) {
    return /[.!?।]$/.test(error.userMessage.trim())
      ? error.userMessage.trim()
      : `${error.userMessage.trim()}.`
  }
  return [explanationOf(error, 'sentence'), explanationOf(error, 'advice')]
}

/** A failed call to the provider as the caller is told of it. */
export function providerFailure(error: MetaError, fields: FieldNames = {}): AppError {
  const field = templatePartOf(error.subcode ?? error.code)
  const sentence = readText(failureReason(error))
  const named = field && (fields[field] ?? field)
  const waitMs = error.waitMs(0)
  return new AppError(error.delivery === 'unknown' ? 'provider_timeout' : 'provider_failed', sentence, {
    cause: error,
    ...(named && { fields: { [named]: sentence } }),
    ...(waitMs && { retryAfterSeconds: Math.ceil(waitMs / 1000) }),
  })
}
