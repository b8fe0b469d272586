import type { Translated } from '#contract/messages/shape.ts'
import type { analytics as english } from '../en/analytics.ts'

export const analytics: Translated<typeof english> = {
  day: 'दिन ऐसे लिखें: 2026-11-23.',
  bothEnds: 'पहला और आख़िरी, दोनों दिन दें।',
  order: 'आख़िरी दिन पहले दिन से पहले का है।',
  tooLong: 'ज़्यादा से ज़्यादा {days, number} दिन चुनें।',
  value: '499.90 जैसी संख्या दें।',
  twoCurrencies: 'दो अलग मुद्राएँ दें।',
  dataset: 'डेटासेट ID डालें: केवल अंक।',
}
