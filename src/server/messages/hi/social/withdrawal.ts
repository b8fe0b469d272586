import type { Translated } from '#contract/messages/shape.ts'
import type { withdrawal as english } from '../../en/social/withdrawal.ts'

export const withdrawal: Translated<typeof english> = {
  notSigned: 'इस अनुरोध पर नेटवर्क पर हमारे ऐप का हस्ताक्षर नहीं है।',
  old: 'यह अनुरोध बहुत पुराना है या इसका समय गलत है।',
  unknownCode: 'इस कोड का कोई अनुरोध नहीं है। पता जाँचें।',
  title: 'डेटा हटाना',
  deleted:
    '{network} से मिला {count, plural, one {# जुड़े अकाउंट} other {# जुड़े अकाउंट}} का डेटा हटा दिया गया: एक्सेस, नाम, तस्वीरें और आँकड़े।',
  nothing: 'हमारे पास इस अकाउंट का {network} से कोई डेटा नहीं है।',
  kept: 'प्रकाशित पोस्ट नेटवर्क पर तब तक रहती हैं जब तक वहाँ हटाई न जाएँ।',
  code: 'पुष्टि कोड',
  doneAt: 'पूरा हुआ (UTC)',
}
