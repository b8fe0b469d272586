import type { Translated } from '#contract/messages/shape.ts'
import type { webhooks as english } from '../en/webhooks.ts'

export const webhooks: Translated<typeof english> = {}
