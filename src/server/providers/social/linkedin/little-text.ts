/** A mention, which stays as it is: `@[Name](urn:li:organization:123)`; or a hashtag; or a reserved character. */
const parts = /@\[[^\]]{1,200}\]\(urn:li:[a-zA-Z]+:[\w-]+\)|#[\p{L}\p{N}_]+|[\\|{}@[\]()<>#*_~]/gu

/** LinkedIn's "little text format": what is not escaped there cuts the text or is refused (facts: onboarding-oauth §7). */
export const littleText = (text: string): string =>
  text.replace(parts, (part) => (part.length > 1 ? part : `\\${part}`))

/** The text again, as a person wrote it. */
export const fromLittleText = (text: string): string => text.replace(/\\([\\|{}@[\]()<>#*_~])/g, '$1')
