import type { Translated } from '#contract/messages/shape.ts'
import type { search as english } from '../../en/leads/search.ts'

export const search: Translated<typeof english> = {
  found: '{count, number} लीड मिले',
  progress: {
    country: 'पूरे देश में {keyword} खोजा जा रहा है...',
    place: 'नक्शे पर {place} खोजा जा रहा है...',
    inPlace: '{place} में {keyword} खोजा जा रहा है...',
    anything: '{place} में व्यवसाय खोजे जा रहे हैं...',
    name: '{name} नाम के व्यवसाय खोजे जा रहे हैं...',
    reading: '{count, plural, one {# जगह पढ़ी जा रही है...} other {# जगहें पढ़ी जा रही हैं...}}',
  },
  unknownPlace: 'OpenStreetMap यह जगह नहीं जानता। वर्तनी जाँचें या शहर जोड़ें।',
  unknownName: 'OpenStreetMap इस नाम की कोई जगह या व्यवसाय नहीं जानता। "पुणे में बेकरी" आज़माएँ।',
  noneIn: '{place} में सार्वजनिक फ़ोन नंबर वाला कोई {keyword} सूची में नहीं है।',
  noBusinessIn: '{place} में सार्वजनिक फ़ोन नंबर वाला कोई व्यवसाय सूची में नहीं है।',
  none: 'सार्वजनिक फ़ोन नंबर वाला कोई {keyword} सूची में नहीं है।',
  unusable:
    '{count, plural, one {# जगह सूची में है, पर उसके नंबर का उपयोग नहीं हो सकता।} other {# जगहें सूची में हैं, पर किसी के नंबर का उपयोग नहीं हो सकता।}}',
  firstOnly: 'ये पहली {count, number} जगहें हैं। और के लिए शहर का कोई हिस्सा खोजें।',
  blocked:
    'OpenStreetMap ने इस सर्वर को ब्लॉक किया है। फ़ाइल इम्पोर्ट करें, या NOMINATIM_URL और OVERPASS_URL से कोई और डायरेक्टरी सर्वर सेट करें।',
  busy: 'OpenStreetMap व्यस्त है। एक मिनट में फिर कोशिश करें।',
  queue: 'OpenStreetMap के लिए कई खोजें कतार में हैं। एक मिनट में फिर कोशिश करें।',
  tooLarge: 'यह खोज OpenStreetMap के लिए बहुत बड़ी है। छोटी जगह या ज़्यादा सटीक कीवर्ड खोजें।',
  unreachable: 'OpenStreetMap तक पहुँच नहीं है। कुछ मिनट में फिर कोशिश करें।',
}
