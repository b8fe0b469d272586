import type { OtpChoices } from './draft.ts'

type Words = { code: string; advice: string; expires: (minutes: number) => string }

/** The provider's own text for one-time codes. Source: …/templates/authentication-templates. */
const words: Record<string, Words> = {
  en: {
    code: '*{{1}}* is your verification code.',
    advice: 'For your security, do not share this code.',
    expires: (minutes) => `This code expires in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
  },
  hi: {
    code: '*{{1}}* आपका सत्यापन कोड है।',
    advice: 'आपकी सुरक्षा के लिए, यह कोड किसी के साथ शेयर न करें।',
    expires: (minutes) => `यह कोड ${minutes} मिनट में समाप्त हो जाएगा।`,
  },
  es: {
    code: 'Tu código de verificación es *{{1}}*.',
    advice: 'Por tu seguridad, no lo compartas.',
    expires: (minutes) => `Este código caduca en ${minutes} minuto${minutes === 1 ? '' : 's'}.`,
  },
}

const wordsFor = (language: string): Words => words[language.split('_')[0]!] ?? words.en!

/** Whether the words below are in the template's language; else they are English and the provider translates them. */
export function knowsOtpText(language: string): boolean {
  return Object.hasOwn(words, language.split('_')[0]!)
}

/** The text of a one-time code, which the provider writes. */
export function otpBody(language: string, choices: OtpChoices): string {
  const { code, advice } = wordsFor(language)
  return choices.security_advice ? `${code} ${advice}` : code
}

export function otpFooter(language: string, choices: OtpChoices): string {
  return choices.expires_minutes === null ? '' : wordsFor(language).expires(choices.expires_minutes)
}
