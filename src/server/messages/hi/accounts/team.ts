import type { Translated } from '#contract/messages/shape.ts'
import type { team as english } from '../../en/accounts/team.ts'

export const team: Translated<typeof english> = {
  alreadyMember: 'यह व्यक्ति पहले से आपकी टीम में है।',
  tooManyToday: 'आपने आज {count, plural, one {# आमंत्रण बनाया} other {# आमंत्रण बनाए}}। कल फिर कोशिश करें।',
  tooManyOpen: 'आपके {count, plural, one {# आमंत्रण खुला है} other {# आमंत्रण खुले हैं}}। पहले कुछ रद्द करें।',
  tooManyTries: 'बहुत ज़्यादा कोशिशें हुईं। {minutes, plural, one {# मिनट} other {# मिनट}} बाद फिर कोशिश करें।',
  unknown: 'यह आमंत्रण लिंक सही नहीं है। देखें कि आपके पास पूरा लिंक है।',
  used: 'यह आमंत्रण पहले ही इस्तेमाल हो चुका है। नया माँगें।',
  revoked: 'यह आमंत्रण रद्द कर दिया गया है। नया माँगें।',
  expired: 'इस आमंत्रण की समय-सीमा खत्म हो गई है। नया माँगें।',
  otherEmail: 'यह आमंत्रण {email} के लिए है। वही ईमेल लिखें।',
  emailOfMember: 'आप पहले से इस टीम में हैं। लॉगिन करें।',
  emailElsewhere: 'इस ईमेल का यहाँ पहले से खाता है। दूसरा ईमेल लिखें।',
  emailElsewhereBound: 'इस ईमेल का यहाँ पहले से खाता है। दूसरे ईमेल के लिए आमंत्रण माँगें।',
  operatorStays: 'इस इंस्टॉलेशन के ऑपरेटर को हटाया नहीं जा सकता।',
  lastStays: 'टीम में सिर्फ़ आप हैं। आख़िरी व्यक्ति टीम नहीं छोड़ सकता।',
  revokedDone: 'आमंत्रण रद्द किया गया।',
  removedDone: 'टीम से हटाया गया।',
  mail: {
    subject: '{name} ने आपको {business} में बुलाया है',
    invites: '{name} आपको Tidings पर {business} की टीम में बुला रहे हैं।',
    open: 'यह लिंक खोलें और पासवर्ड चुनें:',
    until: 'यह लिंक एक बार और {days, plural, one {# दिन} other {# दिन}} तक काम करता है।',
    ignore: 'क्या आप {name} को नहीं जानते? तो इस मेल पर ध्यान न दें।',
  },
}
