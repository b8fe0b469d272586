import type { Translated } from '#contract/messages/shape.ts'
import type { account as english } from '../../en/onboarding/account.ts'

export const account: Translated<typeof english> = {
  reason: {
    tokenExpired: 'ऐक्सेस टोकन की अवधि खत्म हो गई है।',
    tokenWithdrawn: 'ऐक्सेस टोकन Meta पर वापस लिया गया, जैसे नया पासवर्ड रखने या भूमिका हटने पर।',
    tokenUnknown: 'Meta इस ऐक्सेस टोकन को नहीं जानता।',
    noToken: 'इस खाते का ऐक्सेस टोकन नहीं है।',
    disconnectedByOwner: 'आपने यह खाता डिस्कनेक्ट किया।',
    replacedTestPhone: 'टेस्ट फ़ोन अब आपके जोड़े हुए खाते का इस्तेमाल करता है।',
    appRemoved: 'यह ऐप Meta पर WhatsApp खाते से हटाया गया। भेजने के लिए फिर से कनेक्ट करें।',
    deleted: 'WhatsApp खाता Meta पर हटाया गया।',
    disabled: 'Meta ने यह WhatsApp खाता बंद कर दिया है। कारण WhatsApp Manager में देखें और समीक्षा माँगें।',
    restrictedUntil:
      'Meta ने यह खाता {date} तक सीमित किया है। यह बातचीत शुरू नहीं कर सकता। उसके बाद भेजना फिर शुरू होता है।',
    restricted: 'Meta ने यह खाता सीमित किया है। यह अभी बातचीत शुरू नहीं कर सकता। कारण WhatsApp Manager में देखें।',
    payment: 'WhatsApp आपसे पैसे नहीं ले पा रहा। WhatsApp Manager में भुगतान का तरीका ठीक करें, फिर भेजना शुरू करें।',
    locked: 'WhatsApp ने आपका खाता लॉक कर दिया है। कारण WhatsApp Manager में देखें और समीक्षा माँगें।',
    rulesBroken: 'नियम तोड़ने पर WhatsApp ने आपका खाता रोका है। कब तक, WhatsApp Manager में देखें।',
    reviewRejected: 'Meta ने समीक्षा में यह WhatsApp खाता अस्वीकार किया। कारण WhatsApp Manager में देखें और अपील करें।',
  },
  metaSays: 'Meta का कहना है: {words}',
  sender: {
    none: 'कोई WhatsApp नंबर कनेक्ट नहीं है। पहले WABA सेटअप में कनेक्ट करें।',
    disconnected: '{number} अब कनेक्ट नहीं है। WABA सेटअप में फिर से कनेक्ट करें।',
    ended: 'WhatsApp से कनेक्शन खत्म हो गया है।',
    noToken: 'इस नंबर का ऐक्सेस टोकन नहीं है। WABA सेटअप में फिर से कनेक्ट करें।',
  },
  key: {
    unreached:
      'Meta यह की स्वीकार करता है, पर यह {name} (WABA ID {wabaId}) इस्तेमाल नहीं कर सकती। Meta पर इसके सिस्टम यूज़र को ऐक्सेस दें या खाता डिस्कनेक्ट करें।',
    forgotten: 'Meta अब खाता सेटिंग की API कुंजी स्वीकार नहीं करता। कुंजी हटा दी गई।',
    inTheWay:
      'खाता सेटिंग की API कुंजी इस लॉग इन से पहले आती है, पर यह खाता इस्तेमाल नहीं कर सकती। कुंजी हटाएँ या Meta पर ऐक्सेस दें।',
    removed: 'कुंजी हटा दी गई। कोई खाता कनेक्ट नहीं है।',
    stopped: '{name} भेज नहीं सकता।',
    reconnect: 'इसे फिर से कनेक्ट करें।',
    back: '{count, plural, one {यह खाता फिर भेज सकता है} other {ये खाते फिर भेज सकते हैं}}: {names}। रुके संदेश अब जाते हैं।',
    used: 'Meta की स्वीकार करता है। {count, plural, one {यह खाता अब इससे भेजता है} other {ये खाते अब इससे भेजते हैं}}: {names}।',
    notUsed: '{count, plural, one {यह खाता अब की के बिना भेजता है} other {ये खाते अब की के बिना भेजते हैं}}: {names}।',
    choose: 'Meta की स्वीकार करता है। इसमें कई खाते या नंबर हैं।',
    notConnected: 'कुंजी सहेजी गई, पर कोई खाता कनेक्ट नहीं हुआ। {reason}',
    connected: 'Meta की स्वीकार करता है। {known, select, yes {{name}} other {आपका खाता}} इससे कनेक्ट है।',
  },
  taken: 'यहाँ का दूसरा कारोबार यह WhatsApp खाता इस्तेमाल करता है। पहले वहाँ डिस्कनेक्ट करें।',
  numberTaken: 'यहाँ का दूसरा कारोबार इस WhatsApp खाते का नंबर इस्तेमाल करता है। पहले वहाँ डिस्कनेक्ट करें।',
  noLogin: 'कनेक्ट करने के लिए लॉग इन नहीं है। पहले Facebook से लॉग इन करें या टोकन पेस्ट करें।',
  noLoginToChoose: 'चुनने के लिए अभी कोई लॉग इन नहीं है। पहले Facebook से लॉग इन करें या ऐक्सेस टोकन पेस्ट करें।',
  onBusinessApp: 'यह नंबर WhatsApp Business ऐप में इस्तेमाल होता है। इसे रजिस्टर करना ज़रूरी नहीं।',
  wrongCode: 'यह कोड गलत या बहुत पुराना है। जाँचें या नया मँगाएँ।',
  missingIds: 'WABA या फ़ोन नंबर का ID नहीं है।',
  disconnected: 'डिस्कनेक्ट हो गया।',
}
