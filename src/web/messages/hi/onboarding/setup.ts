import type { Translated } from '#contract/messages/shape.ts'
import type { setup as english } from '../../en/onboarding/setup.ts'

export const setup: Translated<typeof english> = {
  title: 'WhatsApp Business ऑनबोर्डिंग',
  lede: 'अपना WhatsApp Business खाता (WABA) कनेक्ट करें। आप Meta पर लॉग इन करते हैं, फिर यहाँ लौटते हैं।',
  returned: 'Meta से वापसी पर स्वागत है। आपका खाता पढ़ा जा रहा है।',
  syncing: 'सिंक हो रहा है',
  tabs: {
    label: 'रजिस्ट्रेशन',
    new: 'नया रजिस्ट्रेशन',
    existing: 'पहले से रजिस्टर',
  },
  connected: '<b>{name}</b> कनेक्ट है। दूसरा खाता जोड़ने या ऐक्सेस नया करने के लिए फिर रजिस्टर करें।',
  viewStatus: 'स्थिति देखें',
  business: 'आपका कारोबार',
  aside: 'दूसरे तरीके और प्रगति',
  token: {
    title: 'टोकन है?',
    help: 'अपने Meta ऐप का सिस्टम-यूज़र टोकन पेस्ट करें। लॉग इन या समीक्षा ज़रूरी नहीं।',
    paste: 'टोकन पेस्ट करें',
  },
  form: {
    businessName: 'कारोबार का नाम',
    phone: 'फ़ोन नंबर',
    phoneHelp: 'भेजने वाला नंबर, प्लस और देश के कोड के साथ। बीच में खाली जगह नहीं।',
    existingPhoneHelp: 'वह नंबर जो WhatsApp Business में पहले से रजिस्टर है।',
    category: 'श्रेणी',
    categoryPlaceholder: 'आप क्या करते हैं',
    register: 'कारोबार रजिस्टर करें',
    connect: 'नंबर कनेक्ट करें',
    redirecting: 'Meta पर ले जा रहे हैं...',
    failed: 'कारोबार की जानकारी सहेजी नहीं जा सकी।',
    session: 'सेशन अमान्य है। फिर से लॉग इन करें।',
    fixErrors: 'ऊपर की गलतियाँ ठीक करें।',
  },
  live: {
    title: 'लाइव करें',
    testMode:
      'यह इंस्टॉलेशन टेस्ट मोड में है: Meta की जगह सैंडबॉक्स है, और कोई संदेश इस मशीन से बाहर नहीं जाता। खाता कनेक्ट करने से टेस्ट मोड खत्म नहीं होता; <code>META_APP_ID</code> सेट करने से होता है।',
    operator: 'असली संदेश भेजने के लिए Meta पर ऐप बनाएँ, उसकी जानकारी यहाँ डालें और रीस्टार्ट करें।',
    notOperator: 'असली संदेश भेजने के लिए इस इंस्टॉलेशन के ऑपरेटर से कहें कि इसे Meta ऐप से कनेक्ट करें।',
    steps: {
      app: '<b>developers.facebook.com</b> पर Business प्रकार का ऐप बनाएँ। उसमें WhatsApp प्रोडक्ट जोड़ें।',
      address: 'इस इंस्टॉलेशन को सार्वजनिक https पता दें। <code>PUBLIC_URL</code> में वही पता रखें।',
      secrets:
        '<code>META_APP_ID</code> और <code>META_APP_SECRET</code> (App settings, Basic) सेट करें। लॉग इन डायलॉग के लिए <code>META_CONFIG_ID</code> भी सेट करें। फिर रीस्टार्ट करें।',
      enter: 'ये मान Meta पर डालें। पहला कनेक्शन वेबहुक भी अपने आप सेट करता है।',
      connect: 'यहाँ लौटें। सिस्टम-यूज़र टोकन पेस्ट करें या Facebook से लॉग इन करें।',
    },
    guide: 'पूरी गाइड: <code>docs/connecting-meta.md</code>',
    addresses: 'Meta के लिए मान',
    webhook: 'वेबहुक पता',
    verifyToken: 'वेरिफ़ाई टोकन',
    redirect: 'लॉग इन रीडायरेक्ट',
    domain: 'अनुमति वाला डोमेन',
    copy: 'कॉपी करें: {name}',
  },
}
