import type { Translated } from '#contract/messages/shape.ts'
import type { officeHours as english } from '../en/office-hours.ts'

export const officeHours: Translated<typeof english> = {
  time: 'समय लिखें, जैसे 09:00।',
  order: 'अंत का समय शुरुआत के बाद होना चाहिए।',
  overlap: 'ये समय आपस में टकराते हैं। इन्हें क्रम से लिखें।',
  date: 'तारीख लिखें, जैसे 2026-12-25।',
  dateTwice: 'हर तारीख एक ही बार लिखें।',
}
