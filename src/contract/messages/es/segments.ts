import type { Translated } from '#contract/messages/shape.ts'
import type { segments as english } from '../en/segments.ts'

export const segments: Translated<typeof english> = {
  name: 'Ponle un nombre al segmento.',
  value: 'Completa esto.',
  most: 'Un segmento tiene como máximo {count, number} condiciones.',
}
