import type { Translated } from '#contract/messages/shape.ts'
import type { security as english } from '../en/security.ts'

export const security: Translated<typeof english> = {
  password: {
    common: 'यह पासवर्ड उनमें से है जिन्हें लोग सबसे पहले आज़माते हैं। दूसरा चुनें।',
    personal: 'आपके नाम या ईमेल से बना पासवर्ड आसानी से पकड़ा जाता है। दूसरा चुनें।',
  },
  currentPassword: {
    missing: 'ईमेल या पासवर्ड बदलने के लिए अपना मौजूदा पासवर्ड लिखें।',
    wrong: 'यह आपका मौजूदा पासवर्ड नहीं है।',
  },
  sessionEnded: 'वहाँ से लॉग आउट हो गया।',
  resetUnusable: 'यह लिंक अब काम नहीं करता। नया लिंक माँगें।',
  signupClosed: 'यहाँ नए खाते बंद हैं। इस इंस्टॉलेशन के ऑपरेटर से पूछें।',
  setupCodeMissing: 'सेटअप कोड लिखें। वह सर्वर के टर्मिनल में दिखता है।',
  setupCodeWrong: 'यह सेटअप कोड नहीं है। सही कोड सर्वर के टर्मिनल में दिखता है।',
  mail: {
    subject: 'Tidings का नया पासवर्ड',
    asked: 'नमस्ते {name}, किसी ने आपके खाते के लिए नया पासवर्ड माँगा है। नया पासवर्ड चुनने के लिए यह लिंक खोलें:',
    until: 'लिंक एक बार काम करता है, {hours, plural, one {# घंटे} other {# घंटे}} तक।',
    ignore: 'आपने नहीं माँगा? तो इस मेल को अनदेखा करें: आपका पासवर्ड वही रहेगा।',
  },
}
