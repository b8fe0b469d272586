import type { Translated } from '#contract/messages/shape.ts'
import type { apiKeys as english } from '../../en/accounts/api-keys.ts'

export const apiKeys: Translated<typeof english> = {
  unknown: 'यह API कुंजी अज्ञात, समाप्त या रद्द है। खाता सेटिंग में नई बनाएँ।',
  noKeys: 'API कुंजी से यह नहीं हो सकता। लॉगिन करें।',
  scope: 'इस API कुंजी के पास {scope} की अनुमति नहीं है।',
  limit: 'इस API कुंजी ने एक मिनट में {count, number} से ज़्यादा कॉल किए। थोड़ा रुकें।',
  tooMany: 'आपके पास {count, number} API कुंजियाँ हैं। पहले एक रद्द करें।',
  revoked: 'API कुंजी रद्द हुई।',
}
