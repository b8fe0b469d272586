import type { Translated } from '#contract/messages/shape.ts'
import type { messages as english } from '../en/messages.ts'

export const messages: Translated<typeof english> = {
  parameterLength: 'हर पैरामीटर 1,024 वर्णों से छोटा रखें।',
  invalidPhone: 'फ़ोन नंबर का फ़ॉर्मैट सही नहीं है। E.164 फ़ॉर्मैट इस्तेमाल करें (जैसे +919876543210)।',
  invalidUserId: 'यूज़र ID सही नहीं है। यह IN.13491208655302741918 जैसी होती है।',
  templateRequired: 'टेम्पलेट का नाम ज़रूरी है।',
  chooseMessage: 'कम से कम एक संदेश चुनें।',
}
