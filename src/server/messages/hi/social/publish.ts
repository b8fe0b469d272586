import type { Translated } from '#contract/messages/shape.ts'
import type { publish as english } from '../../en/social/publish.ts'

export const publish: Translated<typeof english> = {
  notToDecide: 'इस पोस्ट पर अब फ़ैसला नहीं हो सकता। पेज फिर से लोड करें।',
  notice: {
    failed:
      '{count, plural, one {# पोस्ट प्रकाशित नहीं हुई।} other {# पोस्ट प्रकाशित नहीं हुईं।}} कारण देखने के लिए पोस्ट इतिहास खोलें।',
    unknown:
      '{count, plural, one {पता नहीं कि # पोस्ट प्रकाशित हुई या नहीं।} other {पता नहीं कि # पोस्ट प्रकाशित हुईं या नहीं।}} नेटवर्क पर देखें, फिर पोस्ट इतिहास में तय करें।',
    late: '{count, plural, one {# पोस्ट 6 घंटे से ज़्यादा लेट है।} other {# पोस्ट 6 घंटे से ज़्यादा लेट हैं।}} पोस्ट इतिहास में प्रकाशित करें या रद्द करें।',
    open: 'पोस्ट इतिहास खोलें',
  },
  mail: {
    subject: '{count, plural, one {# पोस्ट पर ध्यान दें} other {# पोस्ट पर ध्यान दें}}',
    post: '{network} पर {account} के लिए “{caption}”, {time}',
    words: '{network} का संदेश: {words}',
    more: 'और {count, plural, one {#} other {#}}।',
    link: 'यहाँ देखें: {address}',
  },
}
