import type { Translated } from '#contract/messages/shape.ts'
import type { campaigns as english } from '../en/campaigns.ts'

export const campaigns: Translated<typeof english> = {
  order: '{values} में से किसी एक से क्रम दें।',
  template: 'कृपया एक टेम्पलेट चुनें।',
  pickedMax: 'हाथ से ज़्यादा से ज़्यादा {count, number} लोग चुनें। बड़ी ऑडियंस टैग से चुनें।',
  customMessageMax: 'कस्टम संदेश {count, number} अक्षरों से छोटा रखें।',
  consent: 'एक वाक्य में बताएँ कि उन्होंने अनुमति कैसे दी।',
  nameMax: 'नाम {count, number} अक्षरों से छोटा रखें।',
  testPhone: 'फ़ोन नंबर का फ़ॉर्मैट गलत है। E.164 फ़ॉर्मैट लिखें (जैसे +919876543210)।',
  draftMax: 'यह फ़ॉर्म ड्राफ़्ट के लिए बहुत बड़ा है।',
  price: 'मूल्य दें।',
  priceMin: 'मूल्य शून्य से कम नहीं होता।',
  priceDay: 'दिन ऐसे दें: 2026-10-01।',
  timeOfDay: 'समय ऐसे दें: 21:00।',
  quiet: 'शांत समय के लिए दो अलग समय चाहिए।',
  priceMax: 'यह एक संदेश के खर्च से ज़्यादा है।',
  currency: 'मुद्रा तीन बड़े अक्षरों में दें, जैसे INR।',
  parameter: 'टेक्स्ट लिखें, या कोई फ़ील्ड चुनें।',
  percent: '1 से 100 तक का प्रतिशत दें।',
  waitMinutes: 'कम से कम 5 मिनट और ज़्यादा से ज़्यादा 14 दिन रुकें।',
  pilotPeople: 'पायलट 1 से 10,00,000 लोगों को भेजें।',
  variants: '2 से 4 वर्शन आज़माएँ।',
  bounds: 'बताएँ कि अपने आप आगे बढ़ने के लिए क्या पूरा होना चाहिए।',
}
