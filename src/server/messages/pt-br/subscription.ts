import type { Translated } from '#contract/messages/shape.ts'
import type { subscription as english } from '../en/subscription.ts'

export const subscription: Translated<typeof english> = {
  selfHosted: 'No seu servidor',
}
