import type { Translated } from '#contract/messages/shape.ts'
import type { privacy as english } from '../en/privacy.ts'

export const privacy: Translated<typeof english> = {
  confirmErase: 'पुष्टि करें कि आप इस व्यक्ति का डेटा हमेशा के लिए मिटाना चाहते हैं।',
}
