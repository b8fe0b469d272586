import type { Translated } from '#contract/messages/shape.ts'
import type { accounts as english } from '../en/accounts.ts'

export const accounts: Translated<typeof english> = {
  emailRequired: 'El correo electrónico es obligatorio.',
  emailInvalid: 'Ingresa un correo electrónico válido.',
  nameRequired: 'El nombre es obligatorio.',
  passwordRequired: 'La contraseña es obligatoria.',
  passwordShort: 'Usa al menos 8 caracteres en la contraseña.',
}
