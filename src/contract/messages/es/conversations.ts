import type { Translated } from '#contract/messages/shape.ts'
import type { conversations as english } from '../en/conversations.ts'

export const conversations: Translated<typeof english> = {
  textLength: 'Un mensaje tiene como máximo 4.096 caracteres.',
  textRequired: 'Escribe un mensaje.',
  shortcut: 'Usa solo letras, números, - y _, como máximo 40.',
}
