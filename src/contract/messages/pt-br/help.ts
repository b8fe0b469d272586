import type { Translated } from '#contract/messages/shape.ts'
import type { help as english } from '../en/help.ts'

export const help: Translated<typeof english> = {
  emailRequired: 'O e-mail é obrigatório.',
  emailInvalid: 'Digite um endereço de e-mail válido.',
  messageRequired: 'A mensagem é obrigatória.',
  messageLength: 'Use no máximo 5.000 caracteres.',
  unknownPage: 'Esta página da lista não existe. Volte ao início.',
}
