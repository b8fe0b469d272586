import type { Translated } from '#contract/messages/shape.ts'
import type { social as english } from '../en/social.ts'
import { analytics } from './social/analytics.ts'
import { media } from './social/media.ts'
import { planning } from './social/planning.ts'
import { posts } from './social/posts.ts'
import { publish } from './social/publish.ts'
import { withdrawal } from './social/withdrawal.ts'

export const social: Translated<typeof english> = {
  publish,
  connected: 'सोशल अकाउंट जुड़ गया।',
  alreadyConnected: 'यह अकाउंट पहले से जुड़ा है।',
  saveFailed: 'सोशल अकाउंट सहेजा नहीं जा सका।',
  internalError: 'जोड़ते समय कुछ गड़बड़ हुई।',
  disconnected: 'अकाउंट हटा दिया गया।',
  notSetUp: 'इस इंस्टॉल पर {network} सेट नहीं है। {settings} सेट करके इसे फिर से शुरू करें।',
  choiceGone: 'चुने गए अकाउंट में से एक पर अब पोस्ट नहीं किया जा सकता। नई सूची देखने के लिए फिर से जोड़ें।',
  ending: {
    account: '{network} पर {name}',
    ended: '{account} को फिर से जोड़ना होगा।',
    withdrawn: '{account} का एक्सेस नेटवर्क पर वापस ले लिया गया। पोस्ट करने के लिए इसे फिर से जोड़ें।',
    today: '{account} का एक्सेस 24 घंटे में खत्म होगा। उससे पहले फिर से लॉग इन करें।',
    soon: '{account} का एक्सेस {days, plural, one {# दिन} other {# दिन}} में, {date} को खत्म होगा। उससे पहले फिर से लॉग इन करें।',
    waiting: '{count, plural, one {# शेड्यूल पोस्ट} other {# शेड्यूल पोस्ट}} इंतज़ार में हैं।',
    reconnect: 'फिर से जोड़ें',
    mailEnded: '{name} को फिर से जोड़ें',
    mailWithdrawn: '{name} का कनेक्शन हट गया',
    mailSoon: '{name} का एक्सेस जल्द खत्म होगा',
    mailLink: 'यहाँ जोड़ें: {address}',
  },
  analytics,
  media,
  planning,
  posts,
  withdrawal,
}
