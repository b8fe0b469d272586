import type { Translated } from '#contract/messages/shape.ts'
import type { help as english } from '../en/help.ts'

export const help: Translated<typeof english> = {
  emailRequired: 'ईमेल ज़रूरी है।',
  emailInvalid: 'सही ईमेल पता लिखें।',
  messageRequired: 'संदेश ज़रूरी है।',
  messageLength: 'ज़्यादा से ज़्यादा 5,000 वर्ण लिखें।',
  unknownPage: 'सूची का यह पेज नहीं मिला। शुरुआत पर वापस जाएँ।',
}
