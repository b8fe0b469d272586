import type { Translated } from '#contract/messages/shape.ts'
import type { conversations as english } from '../en/conversations.ts'

export const conversations: Translated<typeof english> = {
  unknownPage: 'यह पेज मौजूद नहीं है। पहले पेज पर जाएँ।',
  neverWrote: 'इस व्यक्ति ने आपको अभी तक नहीं लिखा है। कोई स्वीकृत टेम्पलेट भेजें।',
  windowClosed: '24 घंटे की जवाब देने की समय-सीमा खत्म हो गई है। कोई स्वीकृत टेम्पलेट भेजें।',
  snoozeTime: 'अगले एक साल के अंदर का समय चुनें।',
  noMember: 'यह व्यक्ति आपकी टीम में नहीं है।',
  changed: '{count, plural, =0 {कुछ नहीं बदला।} one {# बातचीत बदली गई।} other {# बातचीत बदली गईं।}}',
  fileEmpty: 'फ़ाइल खाली है।',
  fileMissing: 'कोई फ़ाइल चुनें।',
  fileType: 'WhatsApp इस तरह की फ़ाइल नहीं भेज सकता। JPEG, PNG, MP4, MP3, PDF, Word, Excel या टेक्स्ट इस्तेमाल करें।',
  fileTooLarge:
    '{kind, select, image {फ़ोटो} video {वीडियो} audio {रिकॉर्डिंग} other {दस्तावेज़}} ज़्यादा से ज़्यादा {size, number} MB के हो सकते हैं।',
  fileRefused: 'WhatsApp ने फ़ाइल नहीं ली: {reason}',
  answeredMeanwhile: '{name} ने अभी यहाँ जवाब दिया है। भेजने से पहले उसे पढ़ें।',
  undoTooLate: 'संदेश जा चुका है। अब उसे वापस नहीं लिया जा सकता।',
  noConverter: 'यह रिकॉर्डिंग इस सर्वर से नहीं भेजी जा सकती। अपने एडमिन से ffmpeg इंस्टॉल करने को कहें।',
  notPlayable: 'यह रिकॉर्डिंग यहाँ नहीं चल सकती। इसे डाउनलोड करें।',
  recordingBroken: 'रिकॉर्डिंग पढ़ी नहीं जा सकी। उसे फिर से रिकॉर्ड करें।',
  recordingEmpty: 'रिकॉर्डिंग बहुत छोटी है। उसे फिर से रिकॉर्ड करें।',
  mostLabels: 'एक कारोबार में अधिकतम {most, number} लेबल हो सकते हैं। पहले कुछ हटाएँ या मिलाएँ।',
  mostLabelsEach: 'एक बातचीत में ज़्यादा से ज़्यादा {most, number} लेबल हो सकते हैं। पहले एक हटाएँ।',
  mostViews: 'आप अधिकतम {most, number} दृश्य रख सकते हैं। पहले एक हटाएँ।',
  labelTaken: '“{name}” नाम का लेबल पहले से है।',
  viewTaken: '“{name}” नाम का दृश्य पहले से है।',
  bulkWhich: 'बातचीत या कोई फ़िल्टर चुनें।',
  filterUnknown: 'इस फ़िल्टर में ऐसा सदस्य, नंबर या कैंपेन है जो आपके पास नहीं है।',
  shortcutTaken: 'शॉर्टकट /{shortcut} किसी और त्वरित जवाब का है।',
  replyChanged: 'इस बीच किसी और ने यह त्वरित जवाब बदल दिया।',
  undoOver: 'इसे अब वापस नहीं लिया जा सकता।',
  file: {
    notOurs: 'यह इनबॉक्स सेटिंग की फ़ाइल नहीं है। "सेटिंग एक्सपोर्ट करें" से बनी फ़ाइल चुनें।',
    newer: 'यह फ़ाइल Tidings के नए संस्करण ने बनाई है। पहले इसे अपडेट करें।',
    entry:
      '{part, select, quick_replies {त्वरित जवाब} labels {लेबल} fields {अपने फ़ील्ड} office_hours {कामकाज का समय} views {सहेजे गए दृश्य} settings {इनबॉक्स कैसे जवाब देता है} other {{part}}}, प्रविष्टि {nr}: {problem}',
    entryField:
      '{part, select, quick_replies {त्वरित जवाब} labels {लेबल} fields {अपने फ़ील्ड} office_hours {कामकाज का समय} views {सहेजे गए दृश्य} settings {इनबॉक्स कैसे जवाब देता है} other {{part}}}, प्रविष्टि {nr}, "{field}": {problem}',
    part: '{part, select, quick_replies {त्वरित जवाब} labels {लेबल} fields {अपने फ़ील्ड} office_hours {कामकाज का समय} views {सहेजे गए दृश्य} settings {इनबॉक्स कैसे जवाब देता है} other {{part}}}: {problem}',
    twice:
      '{part, select, quick_replies {त्वरित जवाब} labels {लेबल} fields {अपने फ़ील्ड} office_hours {कामकाज का समय} views {सहेजे गए दृश्य} settings {इनबॉक्स कैसे जवाब देता है} other {{part}}}: "{name}" फ़ाइल में दो बार है। एक हटाएँ।',
    noMember: 'आपकी टीम में किसी का ईमेल {email} नहीं है।',
    noNumber: 'नंबर {number} यहाँ नहीं जुड़ा है।',
    noCampaign: 'यहाँ "{name}" नाम का कोई कैंपेन नहीं है।',
    otherKind: 'इस नाम का फ़ील्ड पहले से है, पर दूसरे प्रकार का।',
  },
}
