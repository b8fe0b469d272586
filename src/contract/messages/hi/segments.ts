import type { Translated } from '#contract/messages/shape.ts'
import type { segments as english } from '../en/segments.ts'

export const segments: Translated<typeof english> = {
  name: 'सेगमेंट को नाम दें।',
  value: 'इसे भरें।',
  most: 'एक सेगमेंट में अधिकतम {count, number} शर्तें हो सकती हैं।',
}
