import type { Translated } from '#contract/messages/shape.ts'
import type { dashboard as english } from '../en/dashboard.ts'

export const dashboard: Translated<typeof english> = {}
