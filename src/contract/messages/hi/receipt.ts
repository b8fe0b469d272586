import type { Translated } from '#contract/messages/shape.ts'
import type { receipt as english } from '../en/receipt.ts'

export const receipt: Translated<typeof english> = {
  title: 'ऑप्ट-इन की रसीद',
  titleOut: 'ऑप्ट-आउट की रसीद',
  titleNone: 'हटाई गई सहमति की रसीद',
  business: 'व्यवसाय',
  number: 'संख्या',
  when: 'कब',
  phone: 'फ़ोन',
  askedName: 'दिया गया नाम',
  email: 'ईमेल',
  outcome: 'नतीजा',
  outcomeText:
    '{outcome, select, opted_in {सहमति दी} waiting {पहले ऑप्ट-आउट किया। उन्हें आपको START लिखना होगा।} asked {WhatsApp पर पुष्टि माँगी} unasked {नहीं पूछा: सवाल भेजा नहीं जा सका} none {सहमति हटाई गई} other {ऑप्ट-आउट किया}}',
  way: 'कैसे आए',
  wayText:
    '{way, select, link {लिंक} qr {QR कोड} button {WhatsApp पर बटन} message {WhatsApp संदेश} widget {वेबसाइट} reply {उनका संदेश} whatsapp {WhatsApp सेटिंग} refused {WhatsApp ने बताया} team {आपकी टीम ने दर्ज किया} import {इम्पोर्ट में बताया गया} api {प्रोग्राम ने बताया} number {नंबर बदला} withdrawal {ऑप्ट-आउट} other {अन्य}}',
  recordedBy: 'दर्ज करने वाले',
  details: 'विवरण',
  atPage: 'पेज',
  theirMessage: 'उन्होंने क्या लिखा',
  form: 'फ़ॉर्म',
  version: 'संस्करण {version, number}',
  network: 'नेटवर्क',
  browser: 'ब्राउज़र',
  wamid: 'WhatsApp संदेश',
  shown: 'पेज ने क्या दिखाया',
  hash: 'टेक्स्ट का SHA-256',
  hashOf: 'यह ठीक ऊपर के टेक्स्ट का SHA-256 है: UTF-8 में, पंक्तियाँ लाइन फ़ीड से जुड़ी हुई। JSON में भी यही टेक्स्ट है।',
  textNotKnown: 'यह पता नहीं कि इस व्यक्ति ने कौन सा टेक्स्ट देखा।',
  textNotKnownWhy: 'उन्होंने लिंक, कीवर्ड या पुराने पोस्टर से लिखा। इनसे पता नहीं चलता कि साथ में कौन सा टेक्स्ट था।',
}
