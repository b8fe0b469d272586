import type { Translated } from '#contract/messages/shape.ts'
import type { privacy as english } from '../en/privacy.ts'

export const privacy: Translated<typeof english> = {
  archiveShorter: 'संग्रहित संदेश खोजे जा सकने वाले संदेशों से कम समय नहीं रखे जा सकते।',
}
