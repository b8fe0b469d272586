import type { Translated } from '#contract/messages/shape.ts'
import type { conversations as english } from '../en/conversations.ts'

export const conversations: Translated<typeof english> = {
  textLength: 'Uma mensagem tem no máximo 4.096 caracteres.',
  textRequired: 'Escreva uma mensagem.',
  shortcut: 'Use apenas letras, números, - e _, no máximo 40.',
}
