import type { Translated } from '#contract/messages/shape.ts'
import type { leads as english } from '../en/leads.ts'

export const leads: Translated<typeof english> = {}
