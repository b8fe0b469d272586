import type { Translated } from '#contract/messages/shape.ts'
import type { leads as english } from '../en/leads.ts'

export const leads: Translated<typeof english> = {
  textInvalid: 'इस टेक्स्ट में एक अक्षर है जो सहेजा नहीं जा सकता। उसे हटाएँ।',
  emailInvalid: 'मान्य ईमेल पता लिखें।',
  namePhoneRequired: 'नाम और फ़ोन ज़रूरी हैं',
  nameRequired: 'नाम ज़रूरी है।',
  phoneRequired: 'फ़ोन ज़रूरी है।',
  tagRequired: 'टैग/श्रेणी ज़रूरी है',
  csvTagRequired: 'कृपया CSV लीड के लिए टैग/श्रेणी लिखें',
  tagTooLong: 'टैग में अधिकतम {limit, number} अक्षर लिखें।',
  searchRequired: 'खोजने के लिए कीवर्ड या जगह लिखें',
  searchTooLong: 'अधिकतम {limit, number} अक्षर लिखें।',
  consentHowRequired: 'बताएँ कि इन लोगों ने संदेश पाने की सहमति कैसे दी।',
}
