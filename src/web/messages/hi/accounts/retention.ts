import type { Translated } from '#contract/messages/shape.ts'
import type { retention as english } from '../../en/accounts/retention.ts'

export const retention: Translated<typeof english> = {
  title: 'चीज़ें कितने समय रखी जाती हैं',
  help: 'इस इंस्टॉलेशन के सभी व्यवसायों के लिए। इसे केवल आप, इसके ऑपरेटर, बदल सकते हैं। इससे पुरानी चीज़ें अगली रात हमेशा के लिए मिट जाती हैं।',
  loading: 'लोड हो रहा है कि चीज़ें कितने समय रखी जाती हैं',
  webhooks: 'सहेजे गए वेबहुक',
  webhooksHelp:
    'Meta ने जो भेजा, जैसा आया। स्थिति, जवाब, ऑप्ट-आउट और उनके सबूत रहते हैं, और लागू होने का इंतज़ार करते वेबहुक भी।',
  chat_files: 'चैट की फ़ाइलें',
  chat_filesHelp: 'चित्र, वीडियो, आवाज़ के संदेश और दस्तावेज़। संदेश रहते हैं और बताते हैं कि उनकी फ़ाइल हटा दी गई।',
  hook_deliveries: 'बाहर जाते वेबहुक का लॉग',
  hook_deliveriesHelp:
    'कौन सी कॉल गईं और क्या जवाब मिला। हर पते के ज़्यादा से ज़्यादा 1,000 नए सफल और 10,000 असफल रखे जाते हैं।',
  usual: 'सामान्य: {days, plural, =0 {हमेशा} one {# दिन} other {# दिन}}',
  usualDeliveries: 'सामान्य: 7 दिन, असफल 30',
  forever: 'हमेशा',
  days: '{days, plural, one {# दिन} other {# दिन}}',
  last: 'पिछली बार {time} को हटाया: {count, plural, one {# प्रविष्टि} other {# प्रविष्टियाँ}}, {bytes}',
  noLast: 'अब तक कुछ नहीं हटाया गया।',
  other:
    'गतिविधि लॉग अपने व्यवसाय के साथ रहता है। एक्सपोर्ट 6 घंटे बाद मिट जाते हैं। सर्वर के लॉग की पंक्तियाँ Tidings नहीं रखता।',
  save: 'सहेजें',
  saving: 'सहेजा जा रहा है...',
  saved: 'सहेजा गया। अगली रात से लागू।',
  failed: 'यह नहीं हो सका। फिर से कोशिश करें।',
  confirmTitle: 'कम रखें?',
  confirmText: 'आपके चुने समय से पुरानी चीज़ें अगली रात हमेशा के लिए मिट जाएँगी: {what}।',
  confirmYes: 'कम रखें',
}
