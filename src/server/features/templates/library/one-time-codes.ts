import type { LibraryCode } from './library-entry.ts'

const label = { en_US: 'Copy code', hi: 'कोड कॉपी करें', es: 'Copiar código' }

/** Codes that prove who somebody is. The words are the provider's; what may be chosen is here. */
export const oneTimeCodes: readonly LibraryCode[] = [
  { name: 'login_otp', title: 'Code to log in', securityAdvice: true, expiresMinutes: 10, label },
  { name: 'signup_otp', title: 'Code to sign up', securityAdvice: false, expiresMinutes: 30, label },
  { name: 'payment_otp', title: 'Code to confirm a payment', securityAdvice: true, expiresMinutes: 5, label },
]
