import type { Translated } from '#contract/messages/shape.ts'
import type { conversations as english } from '../en/conversations.ts'

export const conversations: Translated<typeof english> = {
  textLength: 'संदेश में ज़्यादा से ज़्यादा 4,096 अक्षर हो सकते हैं।',
  textRequired: 'संदेश लिखें।',
  shortcut: 'केवल अक्षर, अंक, - और _ इस्तेमाल करें, ज़्यादा से ज़्यादा 40।',
}
