import type { Translated } from '#contract/messages/shape.ts'
import type { analytics as english } from '../../en/social/analytics.ts'

export const analytics: Translated<typeof english> = {
  noAccount: 'पहले {network} खाता कनेक्ट करें।',
  asked: 'नेटवर्क से नए आंकड़े मांगे गए हैं।',
  askedBefore: 'ये आंकड़े एक मिनट से कम पुराने हैं। एक मिनट बाद फिर कोशिश करें।',
  export: {
    why: '{reason, select, not_yet {अभी गिना नहीं गया} retired {अब नहीं मिलता} not_offered {नहीं मिलता} no_permission {अनुमति नहीं है} too_few {बहुत कम लोग} gone {पोस्ट अब नहीं है} not_linked {पोस्ट नहीं मिली} other {नहीं मिला}}',
    posted: 'पोस्ट का समय',
    network: 'नेटवर्क',
    account: 'खाता',
    caption: 'कैप्शन',
    likes: 'लाइक',
    comments: 'कमेंट',
    shares: 'शेयर',
    saves: 'सेव',
    reach: 'पहुंच',
    views: 'व्यू',
    clicks: 'क्लिक',
    engagement: 'एंगेजमेंट',
    missing: 'जो आंकड़े नहीं हैं',
    asOf: 'कब तक के',
    address: 'लिंक',
  },
}
