import type { Translated } from '#contract/messages/shape.ts'
import type { planning as english } from '../../en/social/planning.ts'

export const planning: Translated<typeof english> = {
  draftChanged: 'यह ड्राफ़्ट दूसरी विंडो में बदल गया है। इसे फिर से खोलें।',
  draftsFull: 'आपके पास {limit, number} ड्राफ़्ट हैं। पहले कुछ हटाएँ।',
  queueFull: 'कतार में ज़्यादा से ज़्यादा {limit, number} समय हो सकते हैं। पहले कुछ हटाएँ।',
  slotTwice: 'यह समय कतार में दो बार है।',
  seriesNotFound: 'यह दोहराई जाने वाली पोस्ट नहीं मिली।',
  seriesChanged: 'इस बीच यह दोहराई जाने वाली पोस्ट बदल गई है। इसे फिर से लोड करें और दोबारा कोशिश करें।',
  seriesOver: 'यह दोहराई जाने वाली पोस्ट खत्म हो गई है। नई शुरू करें।',
  seriesFull: 'आपके पास {limit, number} दोहराई जाने वाली पोस्ट हैं। पहले कुछ रोकें।',
  untilPast: 'इस आख़िरी दिन से पहले चुना हुआ कोई वार नहीं आता। बाद का दिन चुनें।',
  import: {
    fileMissing: 'कृपया पहले एक CSV फ़ाइल चुनें',
    onlyCsv: '.csv फ़ाइल चुनें।',
    tooLarge: 'यह फ़ाइल {megabytes, number} MB से बड़ी है। इसे बाँटें।',
    empty: 'इस फ़ाइल में कोई पोस्ट नहीं है।',
    unreadable: 'यह ऐसी CSV फ़ाइल नहीं है जिसे हम पढ़ सकें।',
    tooManyRows: 'एक बार में {limit, number} तक पोस्ट इम्पोर्ट करें। इस फ़ाइल को बाँटें।',
    columnMissing: 'कॉलम {column} नहीं है। खाली फ़ाइल में सभी कॉलम हैं।',
    confirmed: 'यह इम्पोर्ट पहले ही शुरू हो चुका है।',
    nothing: 'इस फ़ाइल की कोई पंक्ति शेड्यूल नहीं हो सकती।',
    over: 'यह इम्पोर्ट खत्म हो गया है।',
    fetchFailed: 'मीडिया पते पर मौजूद फ़ाइल नहीं लाई जा सकी। पता जाँचें।',
    columns: {
      date: 'तारीख',
      time: 'समय',
      zone: 'टाइम ज़ोन',
      accounts: 'अकाउंट',
      caption: 'कैप्शन',
      media: 'मीडिया पता',
      link: 'लिंक',
      firstComment: 'पहली टिप्पणी',
    },
  },
}
