import type { Translated } from '#contract/messages/shape.ts'
import type { leadFields as english } from '../en/lead-fields.ts'

export const leadFields: Translated<typeof english> = {
  required: 'Completa este campo.',
  oneLine: 'Usa una sola línea sin caracteres ocultos.',
  choiceLength: 'Una opción tiene como máximo 100 caracteres.',
  mostChoices: 'Un campo tiene como máximo 50 opciones.',
  nameLength: 'Un nombre tiene como máximo 60 caracteres.',
}
