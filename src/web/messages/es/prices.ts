import type { Translated } from '#contract/messages/shape.ts'
import type { prices as english } from '../en/prices.ts'

export const prices: Translated<typeof english> = {}
