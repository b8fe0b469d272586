import type { Translated } from '#contract/messages/shape.ts'
import type { accounts as english } from '../en/accounts.ts'

export const accounts: Translated<typeof english> = {
  emailTakenLogin: 'इस ईमेल का खाता पहले से है। लॉग इन करें।',
  emailTaken: 'इस ईमेल का खाता पहले से है।',
  emailOfAnother: 'कोई दूसरा खाता यह ईमेल इस्तेमाल करता है।',
  wrongCredentials: 'लॉग इन नहीं हुआ। अपना ईमेल और पासवर्ड जाँचें।',
  operatorOnly: 'यह सिर्फ़ इस इंस्टॉलेशन का ऑपरेटर कर सकता है।',
  tooManyLogins: 'लॉग इन की बहुत कोशिशें हुईं। {minutes, plural, one {# मिनट} other {# मिनट}} बाद कोशिश करें।',
  login: 'लॉग इन करें।',
  sessionExpired: 'सेशन खत्म हो गया। फिर से लॉग इन करें।',
  settingsSaved: 'सेटिंग अपडेट हो गईं!',
}
