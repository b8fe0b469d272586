import type { Translated } from '#contract/messages/shape.ts'
import type { conversations as english } from '../en/conversations.ts'

export const conversations: Translated<typeof english> = {
  textLength: 'Un mensaje tiene como máximo 4.096 caracteres.',
  textRequired: 'Escribe un mensaje.',
  shortcut: 'Usa solo letras, números, - y _, como máximo 40.',
  titleRequired: 'Escribe un título corto, en una línea.',
  titleLength: 'Usa como máximo {most, number} caracteres.',
  titlesDiffer: 'Usa cada título una sola vez.',
  buttonsTextLength: 'Un mensaje con botones tiene como máximo 1.024 caracteres.',
  contactName: 'Escribe un nombre.',
  contactPhone: 'Escribe el número con el código de país, por ejemplo +91 98230 41576.',
  nameRequired: 'Escribe un nombre.',
  nameOneLine: 'Usa una sola línea con caracteres normales.',
  oneEmoji: 'Elige un emoji.',
}
