import type { Translated } from '#contract/messages/shape.ts'
import type { messages as english } from '../en/messages.ts'

export const messages: Translated<typeof english> = {
  parameterLength: 'Usa menos de 1024 caracteres en cada parámetro.',
  invalidPhone: 'Formato de número de teléfono no válido. Usa el formato E.164 (p. ej., +919876543210).',
  invalidUserId: 'ID de usuario no válido. Tiene la forma IN.13491208655302741918.',
  templateRequired: 'El nombre de la plantilla es obligatorio.',
  chooseMessage: 'Elige al menos un mensaje.',
}
