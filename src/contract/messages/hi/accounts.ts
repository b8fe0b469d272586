import type { Translated } from '#contract/messages/shape.ts'
import type { accounts as english } from '../en/accounts.ts'

export const accounts: Translated<typeof english> = {
  emailRequired: 'ईमेल ज़रूरी है।',
  emailInvalid: 'सही ईमेल पता डालें।',
  nameRequired: 'नाम ज़रूरी है।',
  passwordRequired: 'पासवर्ड ज़रूरी है।',
  passwordShort: 'पासवर्ड में कम से कम 8 अक्षर रखें।',
}
