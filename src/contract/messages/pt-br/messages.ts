import type { Translated } from '#contract/messages/shape.ts'
import type { messages as english } from '../en/messages.ts'

export const messages: Translated<typeof english> = {
  parameterLength: 'Use menos de 1.024 caracteres em cada parâmetro.',
  invalidPhone: 'Formato de número de telefone inválido. Use o formato E.164 (ex.: +919876543210).',
  invalidUserId: 'ID de usuário inválido. Ele tem a forma IN.13491208655302741918.',
  templateRequired: 'O nome do modelo é obrigatório.',
  chooseMessage: 'Escolha pelo menos uma mensagem.',
}
