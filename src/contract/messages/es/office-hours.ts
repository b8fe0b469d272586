import type { Translated } from '#contract/messages/shape.ts'
import type { officeHours as english } from '../en/office-hours.ts'

export const officeHours: Translated<typeof english> = {
  time: 'Escribe una hora, como 09:00.',
  order: 'El final debe ser posterior al inicio.',
  overlap: 'Estas horas se solapan. Ponlas en orden.',
  date: 'Escribe una fecha, como 2026-12-25.',
  dateTwice: 'Indica cada fecha una sola vez.',
}
