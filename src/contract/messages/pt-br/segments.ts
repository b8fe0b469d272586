import type { Translated } from '#contract/messages/shape.ts'
import type { segments as english } from '../en/segments.ts'

export const segments: Translated<typeof english> = {
  name: 'Dê um nome ao segmento.',
  value: 'Preencha isto.',
  most: 'Um segmento tem no máximo {count, number} condições.',
}
