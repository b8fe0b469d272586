export const accounts = {
  settings: {
    language: 'Language',
    languageHelp: 'For the screens and for mails to you.',
    browserLanguage: 'Same as the browser',
  },
} as const
