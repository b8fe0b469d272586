import type { Translated } from '#contract/messages/shape.ts'
import type { conversations as english } from '../en/conversations.ts'

export const conversations: Translated<typeof english> = {
  textLength: 'संदेश में ज़्यादा से ज़्यादा 4,096 अक्षर हो सकते हैं।',
  textRequired: 'संदेश लिखें।',
  shortcut: 'केवल अक्षर, अंक, - और _ इस्तेमाल करें, ज़्यादा से ज़्यादा 40।',
  titleRequired: 'एक लाइन में छोटा शीर्षक लिखें।',
  titleLength: 'ज़्यादा से ज़्यादा {most, number} अक्षर इस्तेमाल करें।',
  titlesDiffer: 'हर शीर्षक एक ही बार इस्तेमाल करें।',
  buttonsTextLength: 'बटन वाले संदेश में ज़्यादा से ज़्यादा 1,024 अक्षर हो सकते हैं।',
  contactName: 'नाम डालें।',
  contactPhone: 'नंबर देश कोड के साथ डालें, जैसे +91 98230 41576।',
  nameRequired: 'नाम लिखें।',
  nameOneLine: 'एक पंक्ति में सामान्य अक्षर लिखें।',
  oneEmoji: 'एक इमोजी चुनें।',
}
