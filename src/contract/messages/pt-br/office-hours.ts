import type { Translated } from '#contract/messages/shape.ts'
import type { officeHours as english } from '../en/office-hours.ts'

export const officeHours: Translated<typeof english> = {
  time: 'Digite um horário, como 09:00.',
  order: 'O fim deve ser depois do início.',
  overlap: 'Estes horários se sobrepõem. Coloque-os em ordem.',
  date: 'Digite uma data, como 2026-12-25.',
  dateTwice: 'Informe cada data uma só vez.',
}
