import type { Translated } from '#contract/messages/shape.ts'
import type { onboarding as english } from '../en/onboarding.ts'

export const onboarding: Translated<typeof english> = {
  registration: {
    businessName: 'कारोबार का नाम ज़रूरी है',
    phone: 'सही E.164 फ़ॉर्मैट इस्तेमाल करें (जैसे +919812345678)।',
    category: 'कोई श्रेणी चुनें।',
  },
  token: 'पूरा ऐक्सेस टोकन पेस्ट करें।',
  pin: 'PIN में छह अंक होते हैं।',
  code: 'कोड में छह अंक होते हैं।',
  outdatedSignup:
    'आपका Meta लॉग इन कॉन्फ़िगरेशन बहुत पुराना है। ऑपरेटर नया बनाए (Embedded Signup v4) और META_CONFIG_ID सेट करे: docs/connecting-meta.md देखें। या टोकन पेस्ट करें।',
}
