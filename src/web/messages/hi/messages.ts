import type { Translated } from '#contract/messages/shape.ts'
import type { messages as english } from '../en/messages.ts'

export const messages: Translated<typeof english> = {}
