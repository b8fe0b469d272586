import type { Translated } from '#contract/messages/shape.ts'
import type { help as english } from '../en/help.ts'

export const help: Translated<typeof english> = {
  emailRequired: 'El correo electrónico es obligatorio.',
  emailInvalid: 'Escribe una dirección de correo válida.',
  messageRequired: 'El mensaje es obligatorio.',
  messageLength: 'Usa como máximo 5000 caracteres.',
  unknownPage: 'Esta página de la lista no existe. Vuelve al principio.',
}
