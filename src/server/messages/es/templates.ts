import type { Translated } from '#contract/messages/shape.ts'
import type { templates as english } from '../en/templates.ts'

export const templates: Translated<typeof english> = {}
