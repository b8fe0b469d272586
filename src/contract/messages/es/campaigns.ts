import type { Translated } from '#contract/messages/shape.ts'
import type { campaigns as english } from '../en/campaigns.ts'

export const campaigns: Translated<typeof english> = {}
