/**
 * Whether the provider's dialog ended because the login configuration is older than Embedded Signup v4. Meta gives no
 * code for it, so its words decide; they are always shown beside what follows from them.
 */
export const isOutdatedSignup = (words: string): boolean =>
  /embedded signup[^.]*version|version[^.]*embedded signup|deprecated|no longer (available|supported)/i.test(
    words,
  )

/** What the operator does about it. */
export const outdatedSignupAdvice =
  'Your Meta login configuration is too old. The operator makes a new one (Embedded Signup v4) and sets META_CONFIG_ID: see docs/connecting-meta.md. Or paste a token.'
