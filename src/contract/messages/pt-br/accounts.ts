import type { Translated } from '#contract/messages/shape.ts'
import type { accounts as english } from '../en/accounts.ts'

export const accounts: Translated<typeof english> = {
  emailRequired: 'O e-mail é obrigatório.',
  emailInvalid: 'Insira um e-mail válido.',
  nameRequired: 'O nome é obrigatório.',
  passwordRequired: 'A senha é obrigatória.',
  passwordShort: 'Use pelo menos 8 caracteres na senha.',
}
