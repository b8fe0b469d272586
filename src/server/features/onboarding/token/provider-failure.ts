import { AppError } from '#server/platform/errors.ts'
import { isOfClass } from '#server/providers/meta/errors/error-classes.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'

/** Where Meta says more than our sentence for the code does: that a name is taken, a code too old. */
function inMetasWords(error: MetaError): string {
  const words = error.userMessage ?? error.details
  return words ? ` Meta says: ${words.replace(/\.?$/, '.')}` : ''
}

/** A failed call as the owner is told it: what happened, then what to do. */
export function sentenceOf(error: MetaError): string {
  return `${error.sentence}${inMetasWords(error)} ${error.advice}`
}

/**
 * Makes of a provider's failure what the caller is meant to see; anything else is passed on as the bug it is.
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
