import type { Translated } from '#contract/messages/shape.ts'
import type { templates as english } from '../en/templates.ts'

export const templates: Translated<typeof english> = {
  submission: {
    waiting: 'खाते का इंतज़ार',
    sending: 'सबमिट हो रहा है',
    failed: 'सबमिट नहीं हुआ',
    submitted: 'सबमिट हुआ',
  },
  waitsForAccount: 'खाता जुड़ते ही यह समीक्षा के लिए WhatsApp को जाता है।',
  providerSays: '{reason} WhatsApp का कहना है: {details}',
  warning: {
    detected: 'WhatsApp के अनुसार इसका टेक्स्ट {from} नहीं, {to} से मेल खाता है।',
  },
  problem: {
    notApproved: '“{name}” अभी स्वीकृत नहीं है। {why}',
    deleted: '“{name}” WhatsApp पर हटाया गया। दूसरा टेम्पलेट चुनें।',
    status: '“{name}” अभी नहीं भेजा जा सकता। {why}',
    part: '“{name}” यहाँ से नहीं भेजा जा सकता: इसमें {part, select, product {एक प्रोडक्ट} other {{part} हेडर}} है। दूसरा टेम्पलेट चुनें।',
    headerFile: '“{name}” के हेडर की फ़ाइल यहाँ नहीं है। टेम्पलेट खोलें और उसे अपलोड करें।',
    cardFile: '“{name}” के कार्ड की एक फ़ाइल यहाँ नहीं है। टेम्पलेट खोलें और उसे अपलोड करें।',
  },
  edit: {
    notSubmitted: 'यह अभी WhatsApp पर नहीं है। सेव करने पर यह समीक्षा के लिए जाता है।',
    free: 'सेव करने पर यह फिर समीक्षा के लिए जाता है। आप ऐसा जितनी बार चाहें कर सकते हैं।',
    inReview: 'WhatsApp इसकी समीक्षा कर रहा है। समीक्षा के बाद आप इसे बदल सकते हैं, आम तौर पर मिनटों में।',
    locked: 'WhatsApp इसे अभी बदलने नहीं देता। स्थिति: {status}।',
    monthUsed:
      'आपने इसे 30 दिनों में {limit, plural, one {# बार} other {# बार}} बदला। WhatsApp इससे ज़्यादा की अनुमति नहीं देता।',
    dayUsed: 'आपने इसे पिछले 24 घंटों में बदला। WhatsApp रोज़ एक बदलाव की अनुमति देता है।',
    allowed:
      'WhatsApp हर बदलाव की समीक्षा करता है, तब तक आप इसे नहीं भेज सकते। रोज़ एक बदलाव, 30 दिनों में {limit, number}। {left, plural, one {# बदलाव} other {# बदलाव}} बाकी।',
    refused: '{why} अगला बदलाव: {time}।',
    notConnected: 'इस टेम्पलेट का WhatsApp खाता जुड़ा नहीं है। टेम्पलेट बदलने के लिए उसे जोड़ें।',
    changedMeanwhile: 'यह टेम्पलेट उसी समय बदला गया। इसे फिर से लोड करें।',
    foreignParts: 'इस टेम्पलेट के सभी हिस्से यहाँ नहीं बदले जा सकते। इसे WhatsApp Manager में बदलें।',
    otpType: 'टेम्पलेट को वन-टाइम कोड में या उससे बदला नहीं जा सकता। इसकी जगह नया टेम्पलेट जोड़ें।',
    categoryFixed: 'WhatsApp स्वीकृत टेम्पलेट की श्रेणी बदलने नहीं देता। इसकी जगह नया टेम्पलेट जोड़ें।',
    variablesFixed:
      'इस टेम्पलेट में {format, select, NAMED {नाम} other {संख्याएँ}} हैं, जैसे {example}, और WhatsApp इसे बदलने नहीं देता। वही रखें, या नया टेम्पलेट जोड़ें।',
    headerFile: 'हर बदलाव के साथ WhatsApp को हेडर की फ़ाइल फिर चाहिए। उसे यहाँ अपलोड करें।',
    cardFiles: 'हर बदलाव के साथ WhatsApp को सभी कार्ड की फ़ाइलें फिर चाहिए। उन्हें यहाँ अपलोड करें।',
  },
  add: {
    required: 'शीर्षक और सामग्री ज़रूरी हैं',
    requiredMeta: 'टेम्पलेट का नाम और मुख्य टेक्स्ट ज़रूरी हैं।',
    titleLong: 'शीर्षक में {count, plural, one {# अक्षर} other {# अक्षर}} हैं। सीमा {limit, number} है।',
    unknownPredefined: 'इस नाम और भाषा का कोई तैयार टेम्पलेट नहीं है। सूची से चुनें।',
    nameUsed: 'इस भाषा में {name} नाम का टेम्पलेट मौजूद है। दूसरा नाम चुनें, या वही टेम्पलेट बदलें।',
    nameRace: 'इसी नाम का टेम्पलेट उसी समय जोड़ा गया। फिर से कोशिश करें।',
    sameText: '“{title}” का टेक्स्ट यही है, और WhatsApp ऐसा दूसरा टेम्पलेट अस्वीकार करता है। कुछ शब्द बदलें।',
    done: 'टेम्पलेट जोड़ा गया',
    submitted: 'टेम्पलेट सबमिट हुआ।',
    saved: 'टेम्पलेट सेव हुआ। खाता जुड़ते ही यह समीक्षा के लिए WhatsApp को जाता है।',
    putOff: '“{title}” सेव हुआ। {why}',
  },
  submit: {
    retried: '{why} यह अपने-आप फिर सबमिट होता है।',
    running: 'यह टेम्पलेट सबमिट हो रहा है। एक मिनट बाद फिर कोशिश करें।',
    already: 'यह टेम्पलेट पहले से WhatsApp पर है। फिर समीक्षा के लिए भेजने को इसे बदलें।',
  },
  changed: 'टेम्पलेट अपडेट हुआ',
  removed: 'टेम्पलेट हटाया गया',
  removeNotConnected: 'इस टेम्पलेट का WhatsApp खाता अभी इस्तेमाल नहीं हो सकता। टेम्पलेट हटाने के लिए उसे फिर जोड़ें।',
  pricesSaved: 'कीमतें सेव हुईं',
  unpause: {
    notPaused: 'यह टेम्पलेट रोका नहीं गया है।',
    notConnected: 'इस टेम्पलेट का WhatsApp खाता जुड़ा नहीं है। उसे जोड़ें और फिर कोशिश करें।',
    refused: 'WhatsApp इस टेम्पलेट को अभी फिर शुरू नहीं करता। कम गुणवत्ता की रोक अपने-आप ख़त्म होती है।',
    done: 'टेम्पलेट फिर से चालू है।',
  },
  list: {
    cursor: 'यह कर्सर मान्य नहीं है। पहले पेज से शुरू करें।',
    notConnected: 'टेम्पलेट यहाँ देखने के लिए WhatsApp खाता जोड़ें।',
    syncFailed: 'WhatsApp के साथ पिछला सिंक विफल रहा। {why}',
  },
  file: {
    wrongKind:
      'यह फ़ाइल {kind, select, IMAGE {चित्र} VIDEO {वीडियो} GIF {3.5 MB तक का MP4} other {PDF}} नहीं है। दूसरी फ़ाइल अपलोड करें।',
    notFound: 'हेडर की फ़ाइल नहीं मिली। उसे फिर अपलोड करें।',
    choose: 'फ़ाइल चुनें।',
    otherType: 'WhatsApp हेडर के लिए यह फ़ाइल प्रकार नहीं लेता। यह लेता है: {accepted}।',
    tooLarge: 'फ़ाइल बहुत बड़ी है। WhatsApp {accepted} लेता है।',
    missing: 'हेडर की फ़ाइल इस सर्वर पर नहीं है। टेम्पलेट खोलें और उसे फिर अपलोड करें।',
  },
  variable: {
    address: '“{button}” का पता',
    products: '“{button}” के प्रोडक्ट',
    code: 'कॉपी करने का कोड',
    place:
      '{part, select, latitude {जगह का अक्षांश} longitude {जगह का देशांतर} name {जगह का नाम} other {जगह का पता}}',
    offerEnds: 'ऑफ़र कब ख़त्म होता है',
    onCard: 'कार्ड {number, number} पर {variable}',
    addressOnCard: 'कार्ड {number, number} पर “{button}” का पता',
    otp: 'कोड',
  },
  value: {
    offerEnds: 'ऑफ़र कब ख़त्म होता है, तारीख, समय और समय क्षेत्र के साथ डालें, जैसे {sample}।',
    offerPast: 'ऑफ़र ख़त्म हो चुका है। बाद का समय चुनें।',
    products: 'कैटलॉग में प्रोडक्ट की आईडी डालें।',
  },
  stop: {
    inReviewAsk: 'WhatsApp के नए संस्करण की समीक्षा का इंतज़ार। उसके बाद कैंपेन ख़ुद फिर शुरू करें।',
    inReview: 'WhatsApp के नए संस्करण की समीक्षा का इंतज़ार। फिर कैंपेन अपने-आप आगे बढ़ता है।',
    cannotSend: 'टेम्पलेट “{name}” नहीं भेजा जा सकता। {why}',
    deleted: 'इसे WhatsApp पर हटाया गया।',
    category:
      'WhatsApp ने टेम्पलेट “{name}” को {from} से {to} में बदला। इसके संदेश महँगे हो सकते हैं। सहमत हों तो फिर शुरू करें, या दूसरा टेम्पलेट भेजें।',
  },
  event: {
    unknown: 'टेम्पलेट अभी यहाँ ज्ञात नहीं है। सूची सिंक हो रही है।',
    quality: '“{name}” की गुणवत्ता {quality} है।',
    text: '“{name}” का टेक्स्ट बदला। इसे फिर पढ़ा जा रहा है।',
    older: '“{name}” की ज्ञात स्थिति से पुराना। कुछ नहीं बदला।',
    status: '“{name}”: {status}।',
    statusReading: '“{name}”: {status}। इसका टेक्स्ट फिर पढ़ा जा रहा है।',
    rejected: '“{name}”: {status}। {why}',
    detected: '“{name}”: {why}',
    categoryReading: '“{name}” की श्रेणी बदल रही है। इसे फिर पढ़ा जा रहा है।',
    categorySoon: '“{name}” {category} बनेगा।',
    category: '“{name}” अब {category} है।',
  },
}
