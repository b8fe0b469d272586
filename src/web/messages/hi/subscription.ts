import type { Translated } from '#contract/messages/shape.ts'
import type { subscription as english } from '../en/subscription.ts'

export const subscription: Translated<typeof english> = {
  title: 'सब्सक्रिप्शन',
  loading: 'उपयोग लोड हो रहा है',
  lede: '{date} से <b>{count, plural, one {# संदेश} other {# संदेश}}</b>, <b>{plan}</b> प्लान पर। इसकी कोई सीमा नहीं है।',
  ledeLimit:
    '{date} से <b>{count, plural, one {# संदेश} other {# संदेश}}</b>, <b>{plan}</b> प्लान पर। इसकी सीमा {limit, number} प्रति माह है।',
  month: 'इस महीने के संदेश',
  asOf: '{time} ({zone}) तक',
  limits: 'उपयोग और सीमाएँ',
  messages: 'संदेश',
  leads: 'लीड',
  campaigns: 'कैंपेन',
  posts: 'पोस्ट',
  plans: 'प्लान',
  note: 'यह आपका अपना सर्वर है, इसलिए यहाँ कोई शुल्क नहीं। डिलीवर हुए संदेशों का बिल WhatsApp देता है।',
  usedNoLimit: '{used, number}, कोई सीमा नहीं',
  usedOf: '{limit, number} में से {used, number}',
  noLimit: 'कोई सीमा नहीं',
  yours: 'आपका',
  plan: 'प्लान',
  table: 'प्लान की तालिका',
  monthly: 'संदेश प्रति माह',
}
