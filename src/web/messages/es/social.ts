import type { Translated } from '#contract/messages/shape.ts'
import type { social as english } from '../en/social.ts'

export const social: Translated<typeof english> = {}
