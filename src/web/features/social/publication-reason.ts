/** The sentences are the contract's, as mails have them too. */
export { reasonText } from '#contract/social/reasons.ts'
