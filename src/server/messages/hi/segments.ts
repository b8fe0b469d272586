import type { Translated } from '#contract/messages/shape.ts'
import type { segments as english } from '../en/segments.ts'

export const segments: Translated<typeof english> = {
  sentence: 'वे लोग: {rules}।',
  group: '({rules})',
  copyOf: '{name} (कॉपी)',
  tooMany: 'एक कारोबार में अधिकतम {most, number} सेगमेंट हो सकते हैं। पहले कुछ हटाएँ।',
  editedMeanwhile: 'इस बीच यह सेगमेंट बदल दिया गया। इसे फिर से लोड करके अपना बदलाव करें।',
  nameTaken: '{name} नाम का सेगमेंट पहले से है। दूसरा नाम चुनें।',
  usedBySequence: 'सीक्वेंस “{name}” इस सेगमेंट का उपयोग करता है। पहले वहाँ कुछ और चुनें।',
  inUse:
    '{count, plural, one {एक कैंपेन} other {# कैंपेन}}, जो शुरू नहीं हुए हैं, इस सेगमेंट का उपयोग करते हैं। वहाँ दूसरे लोग चुनें या उसे रद्द करें, फिर इसे हटाएँ।',
  tag: '{is, select, any {टैग {tags} है} all {टैग {tags} सभी हैं} other {टैग {tags} नहीं है}}',
  consent:
    '{consent, select, opted_in {{did, select, yes {मार्केटिंग के लिए सहमत हैं{when}} other {मार्केटिंग के लिए सहमत नहीं हैं{when}}}} opted_out {{did, select, yes {संदेश बंद करवाए हैं{when}} other {संदेश बंद नहीं करवाए हैं{when}}}} other {{did, select, yes {सहमति दर्ज नहीं है} other {सहमति या मनाही दर्ज है}}}}',
  reachable: '{did, select, yes {WhatsApp पर पहुँचा जा सकता है} other {WhatsApp पर नहीं पहुँचा जा सकता}}',
  unreachableFor: '{count, plural, one {# दिन} other {# दिन}} या उससे ज़्यादा समय से पहुँच में नहीं हैं',
  text: '{is, select, is {{field} “{value}” है} is_not {{field} “{value}” नहीं है} contains {{field} में “{value}” है} contains_not {{field} में “{value}” नहीं है} starts {{field} “{value}” से शुरू होता है} known {{field} भरा है} unknown {{field} खाली है} more {{field} {value} से ज़्यादा है} less {{field} {value} से कम है} before {{field} {value} से पहले है} after {{field} {value} के बाद है} other {{field} इस महीने में है}}',
  texts: {
    name: 'नाम',
    phone: 'फ़ोन',
    email: 'ईमेल',
    username: 'WhatsApp यूज़रनेम',
  },
  sources: '{did, select, yes {स्रोत {sources} है} other {स्रोत {sources} नहीं है}}',
  source:
    '{source, select, manual {हाथ से भरा} csv {फ़ाइल} api {API} openstreetmap {OpenStreetMap} inbound {आपको भेजा संदेश} optin {ऑप्ट-इन फ़ॉर्म} other {{source}}}',
  added: '{did, select, yes {{when} जोड़े गए} other {{when} नहीं जोड़े गए}}',
  wrote: '{did, select, yes {{when} आपको लिखा} other {{when} आपको नहीं लिखा}}',
  ad: '{any, select, yes {किसी विज्ञापन या पोस्ट} other {विज्ञापन या पोस्ट “{ad}”}}',
  cameFrom: '{did, select, yes {{when} {what} से आए} other {{when} {what} से नहीं आए}}',
  scoped: '{what} ({scope})',
  scope: {
    days: '{from} से {to} तक भेजे गए',
    number: '{number} से',
    template: 'टेम्पलेट {template}',
    variant: 'संस्करण {variant}',
    code: 'त्रुटि {code}',
    category:
      '{category, select, MARKETING {मार्केटिंग} UTILITY {यूटिलिटी} AUTHENTICATION {लॉगिन कोड} AUTHENTICATION_INTERNATIONAL {अंतरराष्ट्रीय लॉगिन कोड} other {सेवा}}',
    day: '{day} को भेजा गया',
    hour: '{weekday} {from} से {to} उनके समय पर भेजा गया',
  },
  what: '{any, select, yes {कोई संदेश} other {“{campaign}”}}',
  form: '{any, select, yes {किसी ऑप्ट-इन फ़ॉर्म} other {फ़ॉर्म “{form}”}}',
  deed: {
    sent: '{did, select, yes {{when} {what} भेजा गया} other {{when} {what} नहीं भेजा गया}}',
    delivered: '{did, select, yes {{when} {what} मिला} other {{when} {what} नहीं मिला}}',
    read: '{did, select, yes {{when} {what} पढ़ा} other {{when} {what} नहीं पढ़ा}}',
    clicked:
      '{did, select, yes {{when} {what} के {link, plural, =0 {किसी लिंक} other {लिंक #}} पर क्लिक किया} other {{when} {what} के {link, plural, =0 {किसी लिंक} other {लिंक #}} पर क्लिक नहीं किया}}',
    answered: '{did, select, yes {{when} {what} का जवाब दिया} other {{when} {what} का जवाब नहीं दिया}}',
    failed: '{did, select, yes {{when} {what} विफल हुआ} other {{when} {what} विफल नहीं हुआ}}',
    failed_for_now:
      '{did, select, yes {{when} {what} कुछ समय के लिए विफल हुआ} other {{when} {what} कुछ समय के लिए विफल नहीं हुआ}}',
  },
  converted:
    '{any, select, yes {{did, select, yes {{when} कन्वर्ट हुए} other {{when} कन्वर्ट नहीं हुए}}} other {{did, select, yes {{when} “{event}” तक पहुँचे} other {{when} “{event}” तक नहीं पहुँचे}}}}',
  after:
    '{touch, select, campaign {{any, select, yes {किसी कैंपेन के बाद} other {कैंपेन “{name}” के बाद}}} sequence {{any, select, yes {किसी सीक्वेंस के बाद} other {सीक्वेंस “{name}” के बाद}}} ad {{any, select, yes {किसी विज्ञापन या पोस्ट के बाद} other {विज्ञापन या पोस्ट “{name}” के बाद}}} form {{any, select, yes {किसी ऑप्ट-इन फ़ॉर्म के बाद} other {फ़ॉर्म “{name}” के बाद}}} message {अकेले संदेश के बाद} other {आपके किसी संदेश, विज्ञापन या फ़ॉर्म के बाद नहीं}}',
  byRead: 'पढ़ा गया संदेश भी गिना जाता है',
  atLeast: 'कम से कम {amount}',
  conversation:
    '{state, select, any {{did, select, yes {बातचीत है} other {बातचीत नहीं है}}} open {{did, select, yes {खुली बातचीत है} other {खुली बातचीत नहीं है}}} snoozed {{did, select, yes {टाली गई बातचीत है} other {टाली गई बातचीत नहीं है}}} other {{did, select, yes {बंद बातचीत है} other {बंद बातचीत नहीं है}}}}',
  optin: '{did, select, yes {{when} {form} पर सहमति दी} other {{when} {form} पर सहमति नहीं दी}}',
  when: {
    days: '{count, plural, one {पिछले एक दिन में} other {पिछले # दिनों में}}',
    since: '{day} से',
    between: '{from} और {to} के बीच',
    day: '{day} को',
  },
  cell: {
    undeliverable: '90 दिनों से डिलीवर नहीं हो सकता',
    not_delivered: '{name}: नहीं पहुँचा',
    not_read: '{name}: पहुँचा, नहीं पढ़ा',
    not_clicked: '{name}: पढ़ा, क्लिक नहीं किया',
    clicked: '{name}: क्लिक किया',
    not_converted: '{name}: क्लिक किया, ख़रीदा नहीं',
    not_answered: '{name}: पढ़ा, जवाब नहीं दिया',
    answered: '{name}: जवाब दिया',
    failed_for_now: '{name}: फ़िलहाल विफल',
    failed: '{name}: विफल',
  },
}
