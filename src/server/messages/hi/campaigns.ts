import type { Translated } from '#contract/messages/shape.ts'
import type { campaigns as english } from '../en/campaigns.ts'
import { history } from './campaigns/history.ts'
import { plan } from './campaigns/plan.ts'
import { trial } from './campaigns/trial.ts'

export const campaigns: Translated<typeof english> = {
  ...history,
  ...plan,
  trial,
  check: {
    withUs: '{text}। {us}',
    limit: {
      enough:
        '24 घंटे की सीमा {limit, number} में से {fresh, number}{used, plural, =0 {} other {, # इस्तेमाल हुए}}{known, plural, =0 {} one {; आज जिसे लिखा गया वह # व्यक्ति फिर नहीं गिना जाता} other {; आज जिन्हें लिखा गया वे # लोग फिर नहीं गिने जाते}}',
      today:
        'आज के {limit, number} में से केवल {left, number} बचे हैं: बाकी {over, number} रुकेंगे और अपने आप भेजे जाएँगे, लगभग {days, plural, one {एक और दिन} other {# और दिनों}} में',
      daily:
        'इस नंबर पर रोज़ {limit, number} लोग: बाकी {over, number} रुकेंगे और अपने आप भेजे जाएँगे, लगभग {days, plural, one {एक और दिन} other {# और दिनों}} में',
    },
    costListed: 'लगभग {amount, number} {currency}, Meta की {date} की मूल्य सूची से अनुमानित',
    costOwn: 'लगभग {amount, number} {currency}, आपके दर्ज मूल्यों पर',
    approved: 'टेम्पलेट स्वीकृत है',
    quality: {
      GREEN: 'नंबर ठीक है, गुणवत्ता ऊँची',
      YELLOW: 'नंबर की गुणवत्ता गिर रही है: कुछ लोग उसे ब्लॉक या रिपोर्ट करते हैं',
      RED: 'नंबर की गुणवत्ता कम है: बहुत लोग उसे ब्लॉक या रिपोर्ट करते हैं',
      UNKNOWN: 'नंबर जुड़ा है, अभी रेटिंग नहीं',
    },
    otherAccount: 'टेम्पलेट इस नंबर से अलग WhatsApp खाते का है।',
    numberStatus: 'WhatsApp के अनुसार इस नंबर की स्थिति: {status}',
    nobodyIn: 'इस ऑडियंस में कोई नहीं है',
    usLeftOut:
      'अमेरिकी नंबरों पर मार्केटिंग डिलीवर नहीं होती: {count, plural, one {# व्यक्ति} other {# लोगों}} को छोड़ा गया',
    none: '{count, plural, one {इस व्यक्ति को नहीं भेजा जा सकता} other {इन # लोगों में से किसी को नहीं भेजा जा सकता}}',
    can: '{count, plural, one {# व्यक्ति} other {# लोगों}} को भेजा जा सकता है',
    noValue: '{count, plural, one {# व्यक्ति} other {# लोगों}} के लिए एक वेरिएबल का मान नहीं है: वैकल्पिक टेक्स्ट दें',
    noLimit: 'इस नंबर पर 24 घंटे की सीमा नहीं',
    noSpeedLimit: 'गति की कोई सीमा नहीं',
    doneDays: '24 घंटे की सीमा के कारण शुरू होने के लगभग {count, plural, one {# दिन} other {# दिन}} बाद पूरा',
    doneHalf: 'शुरू होने के लगभग आधे मिनट बाद पूरा',
    doneMinutes: 'शुरू होने के लगभग {count, plural, one {# मिनट} other {# मिनट}} बाद पूरा',
    doneHours: 'शुरू होने के लगभग {count, plural, one {# घंटे} other {# घंटे}} बाद पूरा',
    afterQuiet: 'उस समय {count, plural, one {# व्यक्ति का} other {# लोगों का}} शांत समय है: उसके खत्म होने पर मिलेगा',
    nextDay: '{count, number} लोगों के यहाँ उस दिन यह समय बीत चुका है: उन्हें अगले दिन मिलेगा',
    costUnknown: 'खर्च पता नहीं: आपकी सूची में उस दिन का मूल्य नहीं है',
    costWithout: '{text}, {count, number} संदेश छोड़कर जिनका मूल्य पता नहीं',
  },
  test: {
    noValues: 'इस ऑडियंस में किसी के पास हर वेरिएबल का मान नहीं है। हर एक को वैकल्पिक टेक्स्ट दें।',
    sent: 'टेस्ट भेजा गया।',
    unknown: 'WhatsApp ने नहीं बताया कि टेस्ट स्वीकार हुआ या नहीं। दूसरा भेजने से पहले अपना फ़ोन देखें।',
    waiting: 'टेस्ट भेजे जाने के इंतज़ार में है। थोड़ी देर में अपना फ़ोन देखें।',
  },
  errors: {
    nobody: 'यह कैंपेन किसी को नहीं मिल सकता: {reasons}। दूसरे लोग चुनें।',
    nobodyConsented:
      'यह कैंपेन किसी को नहीं मिल सकता: {reasons}। दर्ज करें कि उन्होंने सहमति कैसे दी, या इस कैंपेन के लिए बताएँ।',
    bothAudiences: 'लोगों को या तो लीड के रूप में चुनें या ऑडियंस के रूप में, दोनों नहीं।',
    noLeads: 'कोई लीड नहीं चुना गया।',
    tooManyDrafts: 'पहले से {count, number} ड्राफ़्ट हैं। पहले कुछ हटाएँ।',
    noTime: 'वह तारीख और समय चुनें जो हर व्यक्ति की अपनी घड़ी दिखाए।',
    clockTrial: 'पायलट या A/B टेस्ट के लिए सबकी एक साथ शुरुआत चाहिए। दोनों में से एक चुनें।',
    quietTime: '{time} शांत समय ({from} से {to}) में है। दूसरा समय चुनें।',
    past: 'यह समय बीत चुका है। बाद का समय चुनें, या अभी भेजें।',
    tooFar: 'यह एक साल से ज़्यादा आगे है। पहले का समय चुनें।',
    editedMeanwhile: 'इस बीच यह कैंपेन बदला गया। इसे फिर से खोलें और अपना बदलाव दोबारा करें।',
    startedAlready: 'यह कैंपेन शुरू या समाप्त हो चुका है, इसलिए बदला नहीं जा सकता। इसकी कॉपी बनाएँ।',
    otherAccount: '{template} {number} से अलग WhatsApp खाते का है। उसी खाते का नंबर चुनें।',
    nothingToUndo: 'अब पहले जैसा करने को कुछ नहीं है। आप कैंपेन रोक या रद्द कर सकते हैं।',
    cancelled: 'यह कैंपेन रद्द हो चुका है। जिन तक नहीं पहुँचा, उनके लिए नया बनाएँ।',
    noRetry: 'ऐसा कोई नहीं जिसके लिए फिर कोशिश से मदद मिले।',
    noDecision: 'अभी किसी संदेश पर आपका फ़ैसला नहीं चाहिए। WhatsApp जवाब दे चुका है, या उसके पास अभी समय है।',
    notAgain: 'यह संदेश फिर नहीं भेजा जा सकता। कारण देखने के लिए लॉग फिर लोड करें।',
    otherVariables: 'टेम्पलेट के वेरिएबल अब अलग हैं। “WhatsApp संदेश भेजें” से नया संदेश भेजें।',
    unknownPage: 'सूची का यह पेज मौजूद नहीं है। पहले पेज से शुरू करें।',
    status: {
      paused:
        'यह कैंपेन {status, select, Scheduled {निर्धारित} Running {चालू} Paused {रुका हुआ} Completed {पूरा} Failed {विफल} other {रद्द}} है, इसलिए रोका नहीं जा सकता।',
      resumed:
        'यह कैंपेन {status, select, Scheduled {निर्धारित} Running {चालू} Paused {रुका हुआ} Completed {पूरा} Failed {विफल} other {रद्द}} है, इसलिए फिर शुरू नहीं हो सकता।',
      cancelled:
        'यह कैंपेन {status, select, Scheduled {निर्धारित} Running {चालू} Paused {रुका हुआ} Completed {पूरा} Failed {विफल} other {रद्द}} है, इसलिए रद्द नहीं हो सकता।',
    },
  },
  done: {
    prices: 'मूल्य सहेजे गए',
    scheduled: 'कैंपेन निर्धारित हो गया!',
    resent: 'संदेश फिर भेजा जा रहा है।',
  },
  failures: {
    writtenOff: 'WhatsApp ने कभी नहीं बताया कि इन्हें स्वीकार किया या नहीं',
    writtenOffAdvice: 'आपने इन्हें छोड़ दिया। पता नहीं कि ये पहुँचे या नहीं।',
    notSent: 'यह भेजा नहीं जा सका',
    notSentAdvice: 'हर एक की समस्या देखने के लिए लोगों को खोलें।',
  },
  waiting: {
    retryLater: 'WhatsApp के कहने पर बाकी लोगों के लिए बाद में फिर कोशिश होगी।',
    unanswered: 'आख़िरी संदेशों पर WhatsApp के जवाब का इंतज़ार है।',
    othersFirst: 'इस नंबर के दूसरे संदेश पहले भेजे जा रहे हैं।',
    notSending: 'Tidings अभी इस नंबर से नहीं भेज रहा। एक मिनट में फिर कोशिश होगी; ऐसा ही रहे तो Tidings फिर शुरू करें।',
  },
}
