import type { Translated } from '#contract/messages/shape.ts'
import type { sequences as english } from '../../en/growth/sequences.ts'

export const sequences: Translated<typeof english> = {
  noNumber: 'WhatsApp नंबर जोड़ें। तब ये संदेश भेजे जाएँगे।',
  otherAccount: 'टेम्पलेट “{template}” नंबर से अलग WhatsApp खाते का है। दूसरा नंबर या टेम्पलेट चुनें।',
  nowMarketing:
    'WhatsApp अब {template} को मार्केटिंग मानता है, इसलिए संदेश महँगे हो सकते हैं। सहमत हों तो सीक्वेंस रोककर फिर शुरू करें। दूसरा टेम्पलेट भेजने के लिए चरण बदलें: वह सिर्फ़ नए लोगों को मिलेगा। जो लोग इसमें हैं वे फिर शुरू करने तक इंतज़ार करते हैं।',
  otherVariables:
    '{template} के नंबर वाले वेरिएबल की जगह बदल गई है। चरण में देखें कि उन्हें क्या भरता है, और बदलें तो सहेजें। फिर सीक्वेंस रोककर दोबारा शुरू करें। जो लोग इसमें हैं वे तब तक इंतज़ार करते हैं और उन्हें चरण के मौजूदा मान मिलते हैं।',
  alsoMarketing: 'WhatsApp अब {templates} को भी मार्केटिंग मानता है। इसे देखें, फिर दोबारा शुरू करें।',
  step: 'चरण {number, number}: {sentence}',
  editedMeanwhile: 'इस बीच यह सीक्वेंस बदल दिया गया। इसे फिर से लोड करके अपना बदलाव करें।',
  tooMany: 'एक बिज़नेस में ज़्यादा से ज़्यादा {most, number} सीक्वेंस होते हैं। जो काम में नहीं है उसे हटाएँ।',
  inUse: 'इस सीक्वेंस में लोग हैं। पहले इसे रोकें और उन्हें बाहर करें।',
  notRunning: 'लोग जोड़ने से पहले सीक्वेंस शुरू करें।',
}
