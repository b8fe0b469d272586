import type { Translated } from '#contract/messages/shape.ts'
import type { app as english } from '../en/app.ts'

export const app: Translated<typeof english> = {}
