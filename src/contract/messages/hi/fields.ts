import type { Translated } from '#contract/messages/shape.ts'
import type { fields as english } from '../en/fields.ts'

export const fields: Translated<typeof english> = {
  required: 'यह ज़रूरी है।',
  kind: 'यह {kind, select, string {टेक्स्ट} number {संख्या} int {पूर्ण संख्या} boolean {true या false} array {सूची} object {ऑब्जेक्ट} date {तारीख} record {ऑब्जेक्ट} other {दूसरे प्रकार का}} होना चाहिए।',
  oneOf: 'यह इनमें से एक होना चाहिए: {values}।',
  invalid: 'यह सही नहीं है।',
  unknownKeys: 'ये फ़ील्ड अज्ञात हैं: {names}।',
  minCharacters: 'कम से कम {count, plural, one {# वर्ण} other {# वर्ण}} लिखें।',
  maxCharacters: 'ज़्यादा से ज़्यादा {count, plural, one {# वर्ण} other {# वर्ण}} लिखें।',
  chooseMin: 'कम से कम {count, plural, =1 {एक} other {#}} चुनें।',
  chooseMax: 'एक बार में ज़्यादा से ज़्यादा {count, number} हो सकते हैं।',
  min: 'यह {count, number} या उससे ज़्यादा होना चाहिए।',
  max: 'यह {count, number} या उससे कम होना चाहिए।',
  named: '{field}: {sentence}',
  instant: 'समय को UTC से अंतर के साथ लिखें, जैसे 2026-11-24T09:00:00+05:30।',
  timeZone: 'अज्ञात समय क्षेत्र। Asia/Kolkata जैसा नाम लिखें।',
  keyName: 'कुंजी को नाम दें।',
  keyScopes: 'कम से कम एक अनुमति चुनें।',
  hookEvents: 'कम से कम एक इवेंट चुनें।',
  hookUrl: 'पता लिखें।',
  site: 'किसी साइट का पता लिखें, जैसे https://shop.example.',
  page: 'किसी पेज का पता लिखें, जैसे https://shop.example/privacy.',
  timeOrder: 'newest या oldest के अनुसार क्रम लगाएँ।',
  erasedPerson: 'मिटाया गया व्यक्ति',
  headerValue: 'इस हेडर मान में ऐसे अक्षर हैं जो भेजे नहीं जा सकते। अंग्रेज़ी अक्षर, अंक और चिह्न इस्तेमाल करें।',
  httpsAddress: 'https:// से शुरू होने वाला पता दर्ज करें।',
}
