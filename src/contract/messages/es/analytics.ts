import type { Translated } from '#contract/messages/shape.ts'
import type { analytics as english } from '../en/analytics.ts'

export const analytics: Translated<typeof english> = {
  day: 'Escribe el día así: 2026-11-23.',
  bothEnds: 'Indica el primer día y el último.',
  order: 'El último día es anterior al primero.',
  tooLong: 'Elige {days, number} días como máximo.',
  value: 'Escribe un número, como 499.90.',
  twoCurrencies: 'Indica dos monedas distintas.',
  dataset: 'Indica el ID del conjunto de datos: solo dígitos.',
}
