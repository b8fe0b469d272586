import type { Translated } from '#contract/messages/shape.ts'
import type { inboxSide as english } from '../../en/inbox/side.ts'

export const inboxSide: Translated<typeof english> = {
  edit: '{name} बदलें',
  empty: 'जोड़ें',
  name: 'नाम',
  tags: 'टैग',
  addTag: 'टैग जोड़ें',
  manage: 'प्रबंधित करें',
  cameFrom: 'कहाँ से आए',
  anAd: 'विज्ञापन या पोस्ट',
  campaigns: 'कैंपेन',
  received: '{count, plural, one {{shown} मिला} other {{shown} मिले}}',
  replied: '{time} बाद जवाब दिया',
  notes: 'नोट',
  noteBy: '{by}, {time}',
  held: 'उनका आख़िरी जवाब साफ़ नहीं था। हमने उनसे पूछा है।',
  allChanges: 'सभी बदलाव दिखाएँ',
  record: 'सहमति दर्ज करें',
  optOut: 'ऑप्ट-आउट करें',
}
