import type { Translated } from '#contract/messages/shape.ts'
import type { leads as english } from '../en/leads.ts'
import { history } from './leads/history.ts'
import { imports } from './leads/imports.ts'
import { search } from './leads/search.ts'

export const leads: Translated<typeof english> = {
  notFound: {
    leads:
      '{count, plural, one {इनमें से # लीड नहीं मिला। सूची फिर से लोड करें और दोबारा चुनें।} other {इनमें से # लीड नहीं मिले। सूची फिर से लोड करें और दोबारा चुनें।}}',
    page: 'सूची का यह पेज मौजूद नहीं है। पहले पेज पर वापस जाएँ।',
  },
  added: '{count, plural, one {लीड जोड़ दिया गया} other {लीड जोड़ दिए गए}}',
  uploaded: 'CSV लीड अपलोड हो गए',
  requestEmpty: 'इस अनुरोध में कोई लीड नहीं है।',
  phoneTaken: 'किसी और लीड का नंबर {phone} है। पहले उस लीड को बदलें या हटाएँ।',
  mostTags: 'एक लीड में ज़्यादा से ज़्यादा {most, number} टैग हो सकते हैं। पहले एक हटाएँ।',
  erased: 'इस व्यक्ति ने अपना डेटा मिटाने को कहा था, इसलिए हम उनका नंबर नहीं रखते। वे आपको फिर से संदेश भेज सकते हैं।',
  fields: {
    most: 'एक कारोबार में ज़्यादा से ज़्यादा {most, number} फ़ील्ड होते हैं। पहले कोई एक हटाएँ।',
    nameTaken: '{name} नाम का फ़ील्ड या कॉलम पहले से है। दूसरा नाम चुनें।',
    choices: 'कम से कम एक विकल्प दें, और हर विकल्प एक ही बार।',
    value:
      '{name} के लिए {kind, select, number {संख्या चाहिए, जैसे 12.5} date {तारीख चाहिए, जैसे 2026-11-24} choice {इसके विकल्पों में से एक चाहिए} yes_no {yes या no चाहिए} other {टेक्स्ट चाहिए}}।',
  },
  consent: {
    howMissing: 'बताएँ कि इस व्यक्ति ने संदेश पाने की सहमति कैसे दी।',
    howMissingMany: 'बताएँ कि इन लोगों ने संदेश पाने की सहमति कैसे दी।',
    optedOut: 'इस व्यक्ति ने ऑप्ट-आउट किया है। अगर वे फिर सहमत हुए, तो उनकी सहमति दर्ज करें।',
  },
  bulk: {
    nobody: 'लीड चुनें, या कोई फ़िल्टर चुनें।',
    tagMissing: 'टैग लिखें।',
    tooOld: 'बदलाव को {days, plural, one {# दिन} other {# दिन}} तक पहले जैसा किया जा सकता है। यह उससे पुराना है।',
    undoing: 'इस बदलाव को पहले जैसा किया जा रहा है।',
  },
  resolve: {
    notLead: 'यह लीड नहीं है।',
    badLead: 'लीड को उसकी id के रूप में, या phone वाले ऑब्जेक्ट के रूप में दें।',
    notLeads: 'इनमें से कुछ लीड नहीं हैं।',
    numbers: 'इनमें से {count, number} नंबरों का उपयोग नहीं हो सकता। पहला: {problem}',
  },
  phone: {
    empty: 'कोई फ़ोन नंबर नहीं।',
    rounded_by_excel: 'Excel में इस नंबर के आख़िरी अंक खो गए। कॉलम को टेक्स्ट के रूप में फ़ॉर्मेट करें और फिर एक्सपोर्ट करें।',
    not_a_number: 'यह फ़ोन नंबर नहीं है।',
    no_country: 'देश कोड नहीं है। नंबर को + और देश कोड के साथ लिखें।',
    no_area_code: 'शायद एरिया कोड नहीं है। नंबर को + और देश कोड के साथ लिखें।',
    other_country: 'नंबर इस पंक्ति के देश से मेल नहीं खाता। दोनों में से एक ठीक करें।',
    not_valid: 'यह नंबर मौजूद नहीं है। इसके अंक जाँचें।',
    possible: '{problem} संभावित: {numbers}।',
    repeated: 'फ़ाइल में एक ही नंबर दो बार है। पंक्तियाँ मिला दी गईं।',
    blank: 'खाली पंक्ति।',
  },
  history,
  search,
  imports,
}
