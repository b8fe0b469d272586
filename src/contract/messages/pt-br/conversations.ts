import type { Translated } from '#contract/messages/shape.ts'
import type { conversations as english } from '../en/conversations.ts'

export const conversations: Translated<typeof english> = {
  textLength: 'Uma mensagem tem no máximo 4.096 caracteres.',
  textRequired: 'Escreva uma mensagem.',
  shortcut: 'Use apenas letras, números, - e _, no máximo 40.',
  titleRequired: 'Escreva um título curto, em uma linha.',
  titleLength: 'Use no máximo {most, number} caracteres.',
  titlesDiffer: 'Use cada título uma só vez.',
  buttonsTextLength: 'Uma mensagem com botões tem no máximo 1.024 caracteres.',
  contactName: 'Digite um nome.',
  contactPhone: 'Digite o número com o código do país, por exemplo +91 98230 41576.',
  nameRequired: 'Digite um nome.',
  nameOneLine: 'Use uma só linha, com caracteres comuns.',
  oneEmoji: 'Escolha um emoji.',
}
