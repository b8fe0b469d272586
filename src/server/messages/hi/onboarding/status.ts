import type { Translated } from '#contract/messages/shape.ts'
import type { status as english } from '../../en/onboarding/status.ts'

export const status: Translated<typeof english> = {
  afterConnecting: 'खाता कनेक्ट होने पर Meta यह बताता है।',
  afterChoosing: 'फ़ोन नंबर चुनने पर Meta यह बताता है।',
  name: {
    verified: 'सत्यापित नाम: {name}',
    none: 'Meta ने नंबर को अभी नाम नहीं दिया है।',
    inReview: 'Meta {name, select, none {नाम} other {{name}}} की समीक्षा कर रहा है।',
    declined:
      'Meta ने {name, select, none {नाम} other {{name} नाम}} अस्वीकार किया। WhatsApp Manager में दूसरा चुनें।',
    add: 'WhatsApp Manager में नंबर को डिस्प्ले नाम दें।',
  },
  permission: {
    login: 'Facebook से लॉग इन करें या ऐक्सेस टोकन पेस्ट करें।',
    missing: 'नहीं है: {scopes}। फिर से कनेक्ट करें और अनुमति दें।',
  },
  number: {
    notVerified: '{number, select, none {नंबर} other {{number}}} सत्यापित नहीं है। Meta से कोड मँगाएँ।',
    notRegistered: '{number, select, none {नंबर} other {{number}}} सत्यापित है, पर भेजने के लिए रजिस्टर नहीं है।',
  },
  terms: {
    later: 'आप इन्हें Meta के डायलॉग में स्वीकार करते हैं।',
    rejected: 'Meta ने समीक्षा में खाता अस्वीकार किया। WhatsApp Manager में अपील करें।',
  },
  chosen: {
    choose: 'आपके लॉग इन में कई खाते या नंबर हैं। चुनें कि Tidings कौन सा इस्तेमाल करे।',
    addNumber: 'खाते में फ़ोन नंबर नहीं है। WhatsApp Manager में जोड़ें।',
    syncKey: 'आपकी API कुंजी सहेजी गई है। उसका खाता कनेक्ट करने के लिए “सिंक करें” दबाएँ।',
    later: 'आप इसे लॉग इन के समय चुनते हैं।',
  },
  documents: {
    later: 'Meta दस्तावेज़ माँग सकता है। उन्हें यहाँ नहीं, Meta पर अपलोड करें।',
    verified: 'Meta ने आपका कारोबार सत्यापित किया है।',
    pending: 'Meta आपके दस्तावेज़ जाँच रहा है।',
    rejected: 'Meta ने आपके दस्तावेज़ स्वीकार नहीं किए। Business Settings, Security Center में फिर भेजें।',
    none: 'Meta अभी कोई नहीं माँगता। कारोबार सत्यापित करने से रोज़ की सीमा बढ़ती है।',
  },
  word: {
    reconnect: 'फिर से कनेक्ट करें',
    blocked: 'Meta ने रोका',
    lowQuality: 'क्वालिटी कम है',
    connected: 'कनेक्ट है',
    notVerified: 'अभी सत्यापित नहीं',
    notRegistered: 'अभी रजिस्टर नहीं',
    FLAGGED: 'फ़्लैग किया गया',
    RESTRICTED: 'सीमित',
    BANNED: 'प्रतिबंधित',
    RATE_LIMITED: 'सीमा पूरी हुई',
    MIGRATED: 'दूसरे खाते में गया',
    DELETED: 'हटाया गया',
    DISCONNECTED: 'डिस्कनेक्ट है',
    PENDING: 'बाकी',
    UNKNOWN: 'पता नहीं',
    UNVERIFIED: 'सत्यापित नहीं',
  },
  notice: {
    nothingSent: '{name} संदेश नहीं भेज सकता।',
    ended: 'कनेक्शन खत्म हो गया है।',
    waiting:
      'रुके हुए: {campaigns, plural, =0 {} one {# कैंपेन} other {# कैंपेन}}{both, select, yes { और } other {}}{messages, plural, =0 {} one {# संदेश} other {# संदेश}}।',
    whatToDo: 'क्या करें, देखें',
    renew: 'ऐक्सेस नया करें',
    ending:
      '{name} का ऐक्सेस {days, plural, =1 {24 घंटों में} one {# दिन में} other {# दिनों में}} खत्म होता है। उसके बाद आप भेज नहीं सकते।',
    over: '{name} का ऐक्सेस खत्म हो गया है। आप भेज नहीं सकते।',
  },
  remedy: {
    login: 'Facebook से फिर लॉग इन करें। उसके बाद रुके संदेश जाते हैं।',
    token: 'Meta पर नया सिस्टम-यूज़र टोकन बनाकर पेस्ट करें। उसके बाद रुके संदेश जाते हैं।',
    key: 'खाता सेटिंग में नई प्रोवाइडर API कुंजी सहेजें या पुरानी हटाएँ। उसके बाद रुके संदेश जाते हैं।',
  },
  remedyAction: {
    login: 'फिर से लॉग इन करें',
    token: 'नया टोकन पेस्ट करें',
    key: 'नई कुंजी सहेजें',
  },
}
