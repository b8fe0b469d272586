import { t } from '../messages/t.ts'

/**
 * Whether the provider's dialog ended because the login configuration is older than Embedded Signup v4. Meta gives no
 * code for it, so its words decide; they are always shown beside what follows from them.
 */
export const isOutdatedSignup = (words: string): boolean =>
  /embedded signup[^.]*version|version[^.]*embedded signup|deprecated|no longer (available|supported)/i.test(
    words,
  )

/** The operator's fix for it. */
export const outdatedSignupAdvice = () => t('onboarding.outdatedSignup')
