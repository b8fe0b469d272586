import type { Translated } from '#contract/messages/shape.ts'
import type { history as english } from '../../en/leads/history.ts'

export const history: Translated<typeof english> = {
  imported: '{file} से इम्पोर्ट किया गया',
  added: 'जोड़ा गया',
  origins: {
    manual: 'मैन्युअल रूप से जोड़ा गया',
    csv: 'फ़ाइल से इम्पोर्ट किया गया',
    api: 'किसी प्रोग्राम ने जोड़ा',
    openstreetmap: 'OpenStreetMap पर मिला',
    inbound: 'पहले आपको संदेश भेजा',
    number_changed: 'किसी परिचित व्यक्ति का नया नंबर',
  },
  lastInbound: 'उनका आख़िरी संदेश',
  fromAd: '{kind, select, post {पोस्ट से आए} other {विज्ञापन से आए}}',
  fromAdNamed: '{kind, select, post {पोस्ट “{name}” से आए} other {विज्ञापन “{name}” से आए}}',
  consent:
    '{consent, select, opted_in {सहमति दी} opted_out {ऑप्ट-आउट किया} other {सहमति हटाई गई}}{way, select, reply {, जवाब से} manual {, मैन्युअल रूप से दर्ज} import {, इम्पोर्ट में बताए अनुसार} api {, किसी प्रोग्राम के बताए अनुसार} whatsapp_preference {, उनकी WhatsApp सेटिंग में} whatsapp_signup {, WhatsApp के साइन-अप लिंक से} number_changed {, क्योंकि उनका नंबर बदल गया} provider_error {, WhatsApp के अनुसार} other {}}',
  consentBy:
    '{consent, select, opted_in {सहमति दी} opted_out {ऑप्ट-आउट किया} other {सहमति हटाई गई}}{way, select, reply {, जवाब से} manual {, मैन्युअल रूप से दर्ज} import {, इम्पोर्ट में बताए अनुसार} api {, किसी प्रोग्राम के बताए अनुसार} whatsapp_preference {, उनकी WhatsApp सेटिंग में} whatsapp_signup {, WhatsApp के साइन-अप लिंक से} number_changed {, क्योंकि उनका नंबर बदल गया} provider_error {, WhatsApp के अनुसार} other {}}, द्वारा {by}',
  campaign: 'कैंपेन {name}',
  message: 'संदेश {template}',
  repliedTo: 'कैंपेन {name} का जवाब दिया',
  messagedYou: 'आपको संदेश भेजा',
  asked: {
    stop: 'हमने पूछा कि क्या वे संदेश बंद करना चाहते हैं।',
    start: 'हमने पूछा कि क्या वे संदेश चाहते हैं।',
    stopOpen: 'हमने पूछा कि क्या वे संदेश बंद करना चाहते हैं। मार्केटिंग संदेश जवाब का इंतज़ार करते हैं।',
    startOpen: 'हमने पूछा कि क्या वे संदेश चाहते हैं। अभी कोई जवाब नहीं।',
    unsent: 'अस्पष्ट जवाब। उनसे पूछें, फिर उनकी सहमति दर्ज करें।',
  },
  kinds: {
    image: 'एक तस्वीर भेजी',
    video: 'एक वीडियो भेजा',
    audio: 'एक वॉइस संदेश भेजा',
    document: 'एक दस्तावेज़ भेजा',
    sticker: 'एक स्टिकर भेजा',
    location: 'एक लोकेशन भेजी',
    contacts: 'एक संपर्क भेजा',
    order: 'एक ऑर्डर भेजा',
    reaction: 'एक रिएक्शन हटाया',
    other: 'बिना टेक्स्ट का संदेश भेजा',
  },
}
