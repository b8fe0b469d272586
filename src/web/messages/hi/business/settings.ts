import type { Translated } from '#contract/messages/shape.ts'
import type { businessSettings as english } from '../../en/business/settings.ts'

export const businessSettings: Translated<typeof english> = {
  saving: 'सेव हो रहा है…',
  fields: {
    title: 'लीड के फ़ील्ड',
    help: 'अपने लीड की और जानकारी रखें। वह इंपोर्ट, एक्सपोर्ट और टेम्पलेट में भी होती है।',
    name: 'फ़ील्ड का नाम',
    kind: 'प्रकार',
    choices: 'विकल्प',
    choicesHelp: 'हर विकल्प के बाद Enter दबाएँ।',
    add: 'फ़ील्ड जोड़ें',
    remove: 'हटाएँ',
    removeLabel: 'फ़ील्ड {name} हटाएँ',
    removeTitle: 'फ़ील्ड {name} हटाएँ?',
    removeText: 'आपके लीड अपनी जानकारी सादे रूप में रखते हैं।',
    kinds: '{kind, select, text {टेक्स्ट} number {संख्या} date {तारीख} choice {विकल्प} other {हाँ या नहीं}}',
    yesNo: '{value, select, yes {हाँ} other {नहीं}}',
  },
  hours: {
    title: 'कामकाज का समय',
    help: 'जब कोई न हो, तब चैटबॉट जवाब दे सकता है।',
    number: 'नंबर',
    now: '{state, select, open {अभी खुला है।} closed {अभी बंद है।} other {कामकाज का कोई समय नहीं है।}}',
    timezone: 'इस समय का टाइम ज़ोन',
    weekHelp: 'जैसे 09:00-13:00, 14:00-18:00। खाली दिन बंद रहता है।',
    closed: 'बंद',
    dayFault: 'समय क्रम से लिखें, जैसे 09:00-13:00, 14:00-18:00।',
    holidays: 'छुट्टियाँ',
    holidaysHelp: 'हर पंक्ति में एक, जैसे 2026-12-24 दिवाली (09:00-12:00)।',
    holidaysFault: 'हर पंक्ति तारीख से शुरू करें, जैसे 2026-12-25। हर तारीख एक बार लिखें।',
    save: 'समय सेव करें',
    saved: 'कामकाज का समय सेव हुआ',
    remove: 'समय हटाएँ',
    day: '{day, select, mon {सोमवार} tue {मंगलवार} wed {बुधवार} thu {गुरुवार} fri {शुक्रवार} sat {शनिवार} other {रविवार}}',
  },
}
