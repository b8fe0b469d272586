import type { Translated } from '#contract/messages/shape.ts'
import type { landing as english } from '../en/landing.ts'

export const landing: Translated<typeof english> = {}
