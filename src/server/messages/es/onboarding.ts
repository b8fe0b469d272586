import type { Translated } from '#contract/messages/shape.ts'
import type { onboarding as english } from '../en/onboarding.ts'

export const onboarding: Translated<typeof english> = {}
