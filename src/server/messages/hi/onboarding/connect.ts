import type { Translated } from '#contract/messages/shape.ts'
import type { connect as english } from '../../en/onboarding/connect.ts'

export const connect: Translated<typeof english> = {
  synced: 'ऑनबोर्डिंग स्थिति सिंक हो गई।',
  redirecting: 'Meta पर ले जा रहे हैं...',
  saved: 'कारोबार की जानकारी सहेजी गई।',
  assigned: 'खाता सौंपा और कनेक्ट किया गया।',
  step: {
    token: 'टोकन {date} तक मान्य है।',
    tokenLasting: 'टोकन मान्य है और समाप्त नहीं होता।',
    permissions: 'टोकन संदेश भेज सकता है और खाता मैनेज कर सकता है।',
    account: 'खाता: {name}।',
    noNumber: 'खाते में फ़ोन नंबर नहीं है। WhatsApp Manager में जोड़ें, फिर “सिंक करें” दबाएँ।',
    number: 'नंबर: {number}, {name, select, none {अभी नाम नहीं} other {{name}}}।',
    notVerified: '{number} अभी सत्यापित नहीं है। Meta से कोड मँगाएँ और यहाँ डालें।',
    registered: '{number} रजिस्टर है और भेज सकता है।',
    subscribed: 'डिलीवरी रिपोर्ट और जवाब यहाँ आते हैं।',
  },
  unreachedAccount:
    'यह ऐक्सेस WhatsApp खाता {wabaId} इस्तेमाल नहीं कर सकता। ID जाँचें या Meta पर सिस्टम यूज़र के साथ खाता शेयर करें।',
  noAccount: 'इस ऐक्सेस में कोई WhatsApp खाता नहीं है। खाते का ID डालें या Meta पर सिस्टम यूज़र के साथ खाता शेयर करें।',
  foreignNumber: 'फ़ोन नंबर {phoneNumberId} इस WhatsApp खाते का नहीं है।',
  notStarted: 'यह लॉग इन यहाँ से शुरू नहीं हुआ या पूरा हो चुका है। WABA सेटअप से फिर शुरू करें।',
  noCode: 'Meta ने लॉग इन के साथ कोड नहीं भेजा। WABA सेटअप से फिर शुरू करें।',
  oldCode:
    'Meta अब इस लॉग इन का कोड स्वीकार नहीं करता। यह 30 सेकंड चलता है और एक बार काम करता है। फिर से लॉग इन करें।',
  closed: 'आपने लॉग इन बंद किया या अनुमति नहीं दी। कुछ कनेक्ट नहीं हुआ।',
  outdated: '{words} {advice}',
  shortToken:
    'यह टोकन एक दिन में खत्म होता है, और Meta लंबा टोकन नहीं देता। फिर लॉग इन करें या सिस्टम-यूज़र टोकन पेस्ट करें।',
  otherApp: 'यह टोकन दूसरे Meta ऐप का है। ऐप {appId} के लिए टोकन बनाएँ।',
  newToken: 'Meta पर नया बनाएँ और उससे कनेक्ट करें।',
  copyToken: 'इसे फिर से कॉपी करें, पूरा और बिना खाली जगह के।',
  missingScopes: 'इस ऐक्सेस में {scopes} अनुमति नहीं है। Meta के पूछने पर अनुमति दें या टोकन बनाते समय चुनें।',
  testOnly: 'टेस्ट खाते सिर्फ़ टेस्ट मोड में होते हैं। अपना खाता कनेक्ट करें।',
  alreadyConnected: '{name} पहले से कनेक्ट है।',
  hosted: {
    configuration:
      'Meta के पेज पर साइन-अप के लिए Login for Business कॉन्फ़िगरेशन चाहिए। META_CONFIG_ID सेट करें या दूसरे तरीके से कनेक्ट करें।',
    operatorToken:
      'Meta के पेज पर साइन-अप के लिए ऑपरेटर का सिस्टम-यूज़र टोकन चाहिए। सबसे पहले साइन अप करने वाला इसे खाता सेटिंग, प्रोवाइडर API कुंजी में सहेजता है।',
    operatorRefused:
      'Meta ने ऑपरेटर का सिस्टम-यूज़र टोकन अस्वीकार किया। ऑपरेटर नया टोकन खाता सेटिंग, प्रोवाइडर API कुंजी में सहेजता है।',
  },
}
