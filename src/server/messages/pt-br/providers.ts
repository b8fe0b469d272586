import type { Translated } from '#contract/messages/shape.ts'
import type { providers as english } from '../en/providers.ts'

export const providers: Translated<typeof english> = {}
