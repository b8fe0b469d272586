import type { Translated } from '#contract/messages/shape.ts'
import type { list as english } from '../../en/leads/list.ts'

export const list: Translated<typeof english> = {
  searchLabel: 'लीड खोजें',
  searchHint: 'नाम, फ़ोन या ईमेल',
  allTags: 'सभी टैग',
  tagCount: '{tag} ({count, number})',
  anyConsent: 'कोई भी सहमति',
  rows: 'प्रति पेज पंक्तियाँ',
  perPage: 'प्रति पेज {count, number}',
  clearFilters: 'फ़िल्टर हटाएँ',
  noneFound: 'कोई मेल खाता लीड नहीं',
  noneFoundHint: 'कम शब्द, कोई और टैग या कोई भी सहमति आज़माएँ।',
  none: 'अभी कोई लीड नहीं',
  noneHint: 'ऊपर जगहें खोजें, CSV अपलोड करें या अपना पहला लीड जोड़ें।',
  rowName: 'एक लीड',
  added: 'जोड़ा गया',
  lastMessage: 'आख़िरी संदेश',
  never: 'कभी नहीं',
  messageAt: '{status}, {time}',
  messageStatus: {
    queued: 'कतार में',
    sending: 'भेजा जा रहा है',
    sent: 'भेजा गया',
    delivered: 'डिलीवर हुआ',
    read: 'पढ़ा गया',
    failed: 'विफल',
    unknown: 'अज्ञात',
    skipped: 'छोड़ा गया',
    cancelled: 'रद्द',
  },
}
