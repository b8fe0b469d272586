import type { Translated } from '#contract/messages/shape.ts'
import type { fields as english } from '../en/fields.ts'

export const fields: Translated<typeof english> = {}
