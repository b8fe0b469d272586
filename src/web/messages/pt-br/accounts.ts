import type { Translated } from '#contract/messages/shape.ts'
import type { accounts as english } from '../en/accounts.ts'

export const accounts: Translated<typeof english> = {
  settings: {
    language: 'Idioma',
    languageHelp: 'Para as telas e os e-mails que você recebe.',
    browserLanguage: 'O mesmo do navegador',
  },
}
