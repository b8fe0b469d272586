import type { Translated } from '#contract/messages/shape.ts'
import type { sequences as english } from '../en/sequences.ts'

export const sequences: Translated<typeof english> = {
  clock: 'समय ऐसे लिखें: 09:30।',
  noMessage: 'कम से कम एक संदेश जोड़ें।',
  tagMissing: 'टैग लिखें।',
  segmentMissing: 'सेगमेंट चुनें।',
  handOverLast: '“टीम को सौंपें” को आख़िरी चरण बनाएँ।',
  laterStep: 'सीक्वेंस का कोई बाद वाला चरण चुनें।',
  noPath: 'कोई रास्ता इस चरण तक नहीं आता। इसे हटाएँ, या किसी और चरण से यहाँ भेजें।',
  quietCountries: 'किसी देश के शांत समय के लिए हर व्यक्ति की अपनी घड़ी चाहिए।',
  stopsAtOnce: 'यह टैग सीक्वेंस शुरू करता है। बाहर आने के लिए दूसरा टैग चुनें।',
}
