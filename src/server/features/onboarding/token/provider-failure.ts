import { AppError } from '#server/platform/errors.ts'
import { isOfClass } from '#server/providers/meta/errors/error-classes.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { explanationOf, readText } from '#server/stored-text/read-text.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'

/** A failed call for later readers: what happened, Meta's own words where it gave some, and what to do. */
export function reasonOf(error: MetaError): StoredText {
  const words = error.userMessage ?? error.details
  return [
    explanationOf(error, 'sentence'),
    ...(words ? [textOf('onboarding.account.metaSays', { words: words.replace(/\.?$/, '.') })] : []),
    explanationOf(error, 'advice'),
  ]
}

/** The same in the reader's language. */
export const sentenceOf = (error: MetaError): string => readText(reasonOf(error))

/**
 * Turns a provider's failure into an error for the caller; anything else is a bug and is thrown as it is.
 * `rule_broken` where the owner can do something about it, `provider_failed` or `provider_timeout` where not.
 */
export function asAppError(error: unknown): never {
  if (!(error instanceof MetaError)) throw error
  const sentence = sentenceOf(error)
  if (error.delivery === 'unknown') throw new AppError('provider_timeout', sentence, { cause: error })
  const owners = error.explanation.fault === 'owner'
  throw new AppError(owners ? 'rule_broken' : 'provider_failed', sentence, { cause: error })
}

/** Whether the provider no longer takes the token itself (expired, withdrawn, unknown). */
export function isDeadToken(error: unknown): error is MetaError {
  return error instanceof MetaError && isOfClass(error.code, 'deadToken')
}
