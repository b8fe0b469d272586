import type { Translated } from '#contract/messages/shape.ts'
import type { plan as english } from '../../en/campaigns/plan.ts'

export const plan: Translated<typeof english> = {
  leftOutInside: {
    unusable_number: 'अनुपयोगी नंबर',
    duplicate: 'डुप्लिकेट',
    opted_out: 'ऑप्ट-आउट किया',
    deleted: 'हटाया गया लीड',
    changed_number: 'बदला हुआ नंबर',
    unreachable: 'WhatsApp पर नहीं',
    us_marketing: 'US नंबर',
    no_consent: 'सहमति नहीं',
    missing_value: 'वैरिएबल का मान नहीं',
  },
  leftOutNotice: '{selected, plural, one {# व्यक्ति} other {# लोगों}} में से {count, number} छोड़े गए: {reasons}।',
  problem: {
    noCustomPlace:
      'इस टेम्पलेट में कस्टम संदेश की जगह नहीं है। ऐसा टेम्पलेट चुनें जिसके टेक्स्ट में {variable} हो, या कस्टम संदेश खाली छोड़ें।',
    noVariable: 'इस टेम्पलेट में भरने के लिए {place} नहीं है।',
    customMissing: 'यह टेम्पलेट कस्टम संदेश माँगता है। एक लिखें।',
    notFilled: 'बताएँ कि टेम्पलेट में {place} में क्या भरना है।',
  },
  place: {
    header: 'हेडर में {variable}',
    button: 'बटन {number, number} का पता',
  },
  audience: {
    everybody: 'सभी लोग',
    silentReaders: 'लोग जिन्होंने पहले का संदेश पढ़ा और जवाब नहीं दिया',
    notReached: 'लोग जिनके लिए पहले का संदेश {how}',
    missed: {
      failed: 'विफल हुआ',
      not_read: 'पहुँचा पर पढ़ा नहीं गया',
      cancelled: 'रद्द हुआ',
    },
    picked: 'हाथ से चुने गए {count, plural, one {# व्यक्ति} other {# लोग}}',
    tagged: '{tags} टैग वाले सभी',
    found: '“{search}” से मिले सभी',
    without: '{who}, {less} को छोड़कर',
    lessTagged: '{tags} टैग वालों',
    lessUnticked: 'हटाए गए {count, plural, one {# व्यक्ति} other {# लोगों}}',
  },
  prices: {
    eachOnce: 'सूची में हर बाज़ार एक बार होना चाहिए: {problems}।',
    missing: '{market} नहीं है',
    unknown: '{market} अज्ञात है',
    region: {
      northAmerica: 'उत्तरी अमेरिका',
      restOfAfrica: 'शेष अफ़्रीका',
      restOfAsiaPacific: 'शेष एशिया प्रशांत',
      restOfEasternEurope: 'शेष पूर्वी यूरोप',
      restOfLatinAmerica: 'शेष लैटिन अमेरिका',
      restOfMiddleEast: 'शेष मध्य पूर्व',
      restOfWesternEurope: 'शेष पश्चिमी यूरोप',
      other: 'दूसरे देश',
    },
  },
}
