import type { Translated } from '#contract/messages/shape.ts'
import type { accounts as english } from '../en/accounts.ts'

export const accounts: Translated<typeof english> = {
  settings: {
    language: 'भाषा',
    languageHelp: 'स्क्रीन और आपको भेजे जाने वाले ईमेल के लिए।',
    browserLanguage: 'ब्राउज़र की भाषा',
  },
}
