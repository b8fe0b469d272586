import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { TokenFacts } from '#server/providers/meta/calls/tokens.ts'
import { isOfClass } from '#server/providers/meta/errors/error-classes.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { listed, readText } from '#server/stored-text/read-text.ts'
import { textOf } from '#server/stored-text/stored-text.ts'
import { deadTokenReason } from './dead-token.ts'
import { asAppError } from './provider-failure.ts'

/** Without these nothing works: the first for numbers, templates and events, the second for messages. */
export const neededScopes = ['whatsapp_business_management', 'whatsapp_business_messaging'] as const

export const missingScopes = (scopes: readonly string[]): string[] =>
  neededScopes.filter((scope) => !scopes.includes(scope))

/** Reads a token's facts from the provider. A token of another app is refused: its events could not be verified. */
export async function readToken(app: App, token: string): Promise<TokenFacts> {
  try {
    return await app.meta.debugToken(token)
  } catch (error) {
    // Meta: "(#100) The App_id in the input_token did not match the Viewing App"
    if (error instanceof MetaError && isOfClass(error.code, 'invalidParameter')) {
      throw new AppError(
        'rule_broken',
        t('onboarding.connect.otherApp', { appId: app.settings.meta.appId }),
        { cause: error },
      )
    }
    return asAppError(error)
  }
}

/**
 * Reads a token and makes sure that it can be worked with.
 * @throws AppError `rule_broken` saying what it lacks.
 */
export async function readUsableToken(app: App, token: string): Promise<TokenFacts> {
  const facts = await readToken(app, token)
  if (!facts.valid) {
    const remedy = facts.issuedAt
      ? textOf('onboarding.connect.newToken')
      : textOf('onboarding.connect.copyToken')
    throw new AppError('rule_broken', readText([deadTokenReason(facts, app.now()), remedy]))
  }
  const missing = missingScopes(facts.scopes)
  if (missing.length > 0) {
    throw new AppError('rule_broken', t('onboarding.connect.missingScopes', { scopes: listed(missing) }))
  }
  return facts
}

/** Days before a token ends when the owner is notified: first amber, then red. */
export const tokenWarningDays = { first: 14, last: 3 } as const

/** Begun days until a token ends; 0 and less once it has. */
export const daysLeft = (expiresAt: Date, now: Date): number =>
  Math.ceil((expiresAt.getTime() - now.getTime()) / 86_400_000)
