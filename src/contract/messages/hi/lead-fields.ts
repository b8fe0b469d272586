import type { Translated } from '#contract/messages/shape.ts'
import type { leadFields as english } from '../en/lead-fields.ts'

export const leadFields: Translated<typeof english> = {
  required: 'इसे भरें।',
  oneLine: 'बिना छिपे अक्षरों के एक ही पंक्ति लिखें।',
  choiceLength: 'एक विकल्प में ज़्यादा से ज़्यादा 100 अक्षर होते हैं।',
  mostChoices: 'एक फ़ील्ड में ज़्यादा से ज़्यादा 50 विकल्प होते हैं।',
  nameLength: 'नाम में ज़्यादा से ज़्यादा 60 अक्षर होते हैं।',
}
