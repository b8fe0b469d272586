import type { Translated } from '#contract/messages/shape.ts'
import type { history as english } from '../../en/campaigns/history.ts'

export const history: Translated<typeof english> = {
  event: {
    paused: 'रोका गया',
    undone: 'शुरुआत वापस ली गई, कुछ नहीं भेजा गया',
    startNow: 'अभी शुरू करने को कहा गया',
    scheduledTheirs: 'हर व्यक्ति की अपनी घड़ी से {time} के लिए निर्धारित, पहला {date}',
    scheduledAgain: 'फिर से {date} के लिए निर्धारित',
    goingOn: 'जारी है',
    cancelled: 'रद्द किया गया',
    retryAt: 'विफल संदेशों के लिए {date} को फिर कोशिश होगी',
    retry: '{count, plural, one {# व्यक्ति} other {# लोगों}} के लिए फिर कोशिश हो रही है',
    retryLater:
      '{count, plural, one {# व्यक्ति} other {# लोगों}} के लिए फिर कोशिश होगी, {date} से पहले नहीं, क्योंकि WhatsApp रुकने को कहता है',
    retrySome:
      '{count, plural, one {# व्यक्ति} other {# लोगों}} के लिए अभी फिर कोशिश हो रही है, और {later, plural, one {# व्यक्ति} other {# लोगों}} के लिए {date} से पहले नहीं, क्योंकि WhatsApp रुकने को कहता है',
    sentAgain: 'बिना जवाब के {count, plural, one {# संदेश} other {# संदेश}} फिर भेजे जा रहे हैं',
    wroteOff: 'बिना जवाब के {count, plural, one {# संदेश} other {# संदेश}} छोड़ दिए गए',
    putOff: 'जिन लोगों को WhatsApp ने टाल दिया था, उनके लिए फिर कोशिश हो रही है',
    noneTaken: 'समाप्त: एक भी संदेश स्वीकार नहीं हुआ',
    done: 'सभी संदेश भेज दिए गए',
    scheduled: '{date} के लिए निर्धारित',
    scheduledNow: 'तुरंत शुरू होने के लिए निर्धारित',
    changed: 'बदला गया। {date} के लिए निर्धारित',
    changedNow: 'बदला गया। तुरंत शुरू होने के लिए निर्धारित',
    started: '{count, plural, one {# व्यक्ति} other {# लोगों}} के साथ शुरू हुआ',
    startedLess: '{count, plural, one {# व्यक्ति} other {# लोगों}} के साथ शुरू हुआ; {left, number} छोड़े गए',
    newVersion: 'टेम्पलेट के नए संस्करण के साथ जारी है',
    templateUsable: 'जारी है: टेम्पलेट फिर भेजा जा सकता है',
    accountUsable: 'जारी है: WhatsApp खाता फिर भेज सकता है',
    until: '{date} तक।',
  },
  reason: {
    paused: 'आपने इसे रोका।',
    undone: 'कुछ भी भेजे जाने से पहले आपने शुरुआत वापस ली। इसे बदलें, शुरू करें या रद्द करें।',
    late: 'इसे {date} को शुरू होना था, {hours, plural, one {# घंटे} other {# घंटे}} से ज़्यादा पहले, जब Tidings चल नहीं रहा था। इसे अभी शुरू करें या रद्द करें।',
    noneTaken: 'WhatsApp ने एक भी संदेश स्वीकार नहीं किया। नीचे कारण देखें।',
    inReview: 'WhatsApp द्वारा नए संस्करण की समीक्षा का इंतज़ार है। फिर यह अपने आप जारी होगा।',
    newVariables: 'टेम्पलेट के नए संस्करण में दूसरे वैरिएबल हैं। बताएँ कि उनमें क्या भरना है, फिर यह जारी होगा।',
    templateReady: 'टेम्पलेट फिर भेजा जा सकता है। संदेश अब भी चाहिए तो फिर शुरू करें।',
    versionReady: 'WhatsApp ने नया संस्करण स्वीकृत किया। इसे देखें और फिर शुरू करें।',
    wentBack:
      'डेटाबेस {date} की स्थिति में लौट गया। उसके बाद जो हुआ वह शायद यहाँ न हो। कैंपेन जाँचें, फिर उसे आगे बढ़ाएँ या रद्द करें।',
    accountReady: 'WhatsApp खाता फिर भेज सकता है। संदेश अब भी चाहिए तो फिर शुरू करें।',
    nobody: 'यह किसी को नहीं मिल सका: {reasons}।',
    nobodyLeft: 'इसके दर्शकों में अब कोई नहीं था।',
    templateUnusable:
      'टेम्पलेट “{template}” अभी भेजा नहीं जा सकता। {why} दूसरा टेम्पलेट चुनें, नहीं तो कैंपेन शुरू नहीं हो सकता।',
  },
  leftOut: {
    unusable_number: 'अनुपयोगी नंबर',
    duplicate: 'डुप्लिकेट',
    opted_out: 'ऑप्ट-आउट किया',
    deleted: 'हटाया गया लीड',
    changed_number: 'बदला हुआ नंबर',
    unreachable: 'WhatsApp पर नहीं',
    us_marketing: 'US नंबर',
    no_consent: 'सहमति नहीं',
    missing_value: 'वैरिएबल का मान नहीं',
  },
  leftOutCount: '{reason} {count, number}',
}
