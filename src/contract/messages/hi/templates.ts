import type { Translated } from '#contract/messages/shape.ts'
import type { templates as english } from '../en/templates.ts'

export const templates: Translated<typeof english> = {
  input: {
    header: 'हेडर को टेक्स्ट के रूप में दें, या फ़ाइल वाले फ़ॉर्मैट के रूप में।',
    button: 'बटन QUICK_REPLY, URL, PHONE_NUMBER, COPY_CODE, CATALOG या MPM होना चाहिए।',
    currency: 'मुद्रा तीन बड़े अक्षरों में दें, जैसे INR।',
  },
  files: {
    IMAGE: 'JPEG या PNG, {limit} MB तक',
    VIDEO: 'MP4, {limit} MB तक',
    GIF: 'लूप होने वाला MP4, {limit} MB तक',
    DOCUMENT: 'PDF, {limit} MB तक',
  },
  rules: {
    tooLong:
      '{part, select, name {नाम} header {हेडर} footer {फ़ुटर} message {संदेश} offerMessage {ऑफ़र के साथ के संदेश} offer {ऑफ़र} card {कार्ड के टेक्स्ट} button {बटन के टेक्स्ट} address {पते} phone {फ़ोन नंबर} other {कोड}} में {count, plural, one {# अक्षर} other {# अक्षर}} हैं। WhatsApp {limit, number} तक लेता है।',
    nameMissing: 'टेम्पलेट को नाम दें।',
    nameCharacters: 'नाम में सिर्फ़ छोटे अक्षर a से z, अंक और अंडरस्कोर लिखें, जैसे diwali_offer।',
    languageUnknown: 'WhatsApp में "{language}" के टेम्पलेट नहीं हैं। सूची से भाषा चुनें।',
    headerFile:
      'हेडर के लिए {kind, select, IMAGE {चित्र} VIDEO {वीडियो} GIF {लूप होने वाला MP4} other {PDF}} जोड़ें। WhatsApp के समीक्षकों को यह देखना होता है।',
    headerEmpty: 'हेडर लिखें, या हेडर को "कोई नहीं" पर रखें।',
    headerLines: 'हेडर एक ही पंक्ति में लिखें।',
    headerEmoji: 'हेडर में इमोजी नहीं चलते। उन्हें टेक्स्ट में लिखें।',
    headerFormatting: 'हेडर में फ़ॉर्मैटिंग नहीं चलती। *, _, ~ और ` हटाएँ।',
    headerVariables: 'हेडर में सिर्फ़ एक वेरिएबल हो सकता है।',
    bodyEmpty: 'संदेश लिखें।',
    bodyEmptyLines: 'अनुच्छेदों के बीच ज़्यादा से ज़्यादा एक खाली पंक्ति रखें।',
    bodySpaces: 'टैब और लगातार चार से ज़्यादा स्पेस हटाएँ।',
    variableFirst: 'संदेश {variable} से शुरू नहीं हो सकता। इससे पहले कोई शब्द लिखें, जैसे "नमस्ते"।',
    variableLast: 'संदेश {variable} पर ख़त्म नहीं हो सकता। इसके बाद टेक्स्ट जोड़ें।',
    variablesAdjacent: '{first} और {second} के बीच शब्द लिखें। दो वेरिएबल साथ-साथ नहीं हो सकते।',
    variablesMany:
      'और टेक्स्ट लिखें: {count, plural, one {# वेरिएबल} other {# वेरिएबल}} के लिए कम से कम {needed, number} और शब्द चाहिए। अभी {words, number} हैं।',
    variableOpen:
      '{place, select, header {हेडर} other {संदेश}} में एक वेरिएबल बंद नहीं है। {numbered} या {named} लिखें।',
    variableEmpty: '{variable} का नाम नहीं है। {numbered} या {named} लिखें।',
    variableName: 'WhatsApp {variable} नहीं लेता। छोटे अक्षर और अंडरस्कोर लिखें, जैसे {better}।',
    variableGap:
      'वेरिएबल {first} से बिना अंतर के गिनें। {place, select, header {हेडर} other {संदेश}} में {missing} नहीं है।',
    variablesMixed: 'सभी वेरिएबल के लिए या तो संख्याएँ ({numbered}) या नाम ({named}) लिखें, दोनों नहीं।',
    sampleMissing: '{variable} का नमूना दें। WhatsApp के समीक्षक संदेश इसके साथ पढ़ते हैं।',
    footerVariables: 'फ़ुटर में वेरिएबल नहीं हो सकते।',
    footerLines: 'फ़ुटर एक ही पंक्ति में लिखें।',
    footerEmoji: 'फ़ुटर में इमोजी नहीं चलते। उन्हें टेक्स्ट में लिखें।',
    otpHeader: 'वन-टाइम कोड टेम्पलेट में हेडर नहीं हो सकता।',
    otpFooter: 'वन-टाइम कोड का फ़ुटर WhatsApp लिखता है। इसकी जगह कोड की समाप्ति चुनें।',
    otpButtons: 'वन-टाइम कोड टेम्पलेट में सिर्फ़ एक बटन होता है: कोड कॉपी करें।',
    otpMinutes: 'कोड 1 से 90 मिनट में ख़त्म हो सकता है।',
    gifCategory: 'GIF हेडर के लिए श्रेणी MARKETING चाहिए।',
    productsCategory: 'प्रोडक्ट बटन के लिए श्रेणी MARKETING चाहिए।',
    productsAlone: 'प्रोडक्ट बटन अकेला होना चाहिए। बाकी बटन हटाएँ।',
    coordinate:
      '{name, select, latitude {अक्षांश} other {देशांतर}} -{most, number} से {most, number} तक की संख्या होनी चाहिए, जैसे {sample}।',
    offerCategory: 'सीमित समय के ऑफ़र के लिए श्रेणी MARKETING चाहिए।',
    offerText: 'ऑफ़र लिखें, जैसे आज रात तक।',
    offerFooter: 'सीमित समय के ऑफ़र में फ़ुटर नहीं हो सकता।',
    offerHeader: 'ऑफ़र का हेडर चित्र या वीडियो होना चाहिए।',
    offerButtons: 'ऑफ़र में दो बटन इस क्रम में चाहिए: कोड कॉपी करें, फिर वेबसाइट खोलें।',
    cardsCategory: 'कैरोसेल के लिए श्रेणी MARKETING चाहिए।',
    cardsAlone: 'कैरोसेल में सिर्फ़ टेक्स्ट और कार्ड होते हैं। हेडर, फ़ुटर, बटन और ऑफ़र हटाएँ।',
    cardsCount: 'कैरोसेल में {least, number} से {most, number} कार्ड चाहिए।',
    cardsDiffer: 'सभी कार्ड में एक जैसे हिस्से चाहिए: एक ही प्रकार की फ़ाइल, टेक्स्ट हो या न हो, वही बटन।',
    cardHeader: 'कार्ड चित्र या वीडियो से शुरू होना चाहिए।',
    cardFile: 'इस कार्ड की फ़ाइल जोड़ें।',
    cardSample: '{variable} का नमूना दें। WhatsApp के समीक्षक कार्ड इसके साथ पढ़ते हैं।',
    cardButtons: 'कार्ड में 1 या 2 बटन चाहिए।',
    cardButtonKind: 'कार्ड में सिर्फ़ त्वरित जवाब, वेबसाइट और कॉल के बटन हो सकते हैं।',
    buttonsMany: 'टेम्पलेट में ज़्यादा से ज़्यादा {limit, number} बटन हो सकते हैं। अभी {count, number} हैं।',
    buttonsUrls: 'ज़्यादा से ज़्यादा दो बटन वेबसाइट खोल सकते हैं।',
    buttonsPhones: 'सिर्फ़ एक बटन फ़ोन नंबर पर कॉल कर सकता है।',
    buttonsCodes: 'सिर्फ़ एक बटन कोड कॉपी कर सकता है।',
    buttonsGrouped: 'त्वरित जवाब साथ रखें, बाकी सभी बटनों से पहले या बाद में।',
    buttonsAlike: 'दो बटनों पर "{text}" लिखा है। हर बटन को अलग टेक्स्ट दें।',
    buttonMissing: 'बटन का टेक्स्ट लिखें।',
    buttonVariable: 'बटन के टेक्स्ट में वेरिएबल नहीं हो सकता।',
    buttonLines: 'बटन का टेक्स्ट एक ही पंक्ति में लिखें।',
    buttonEmoji: 'बटनों पर इमोजी नहीं चलते।',
    urlMissing: 'वह पता डालें जिसे बटन खोलता है।',
    urlFormat: 'https:// से शुरू होने वाला वेबसाइट का पता डालें, जैसे https://example.com/shop।',
    urlWhatsApp: 'बटन WhatsApp चैट नहीं खोल सकता। इसकी जगह त्वरित जवाब लगाएँ।',
    urlVariableOpen: 'पते का वेरिएबल बंद नहीं है। अंत में {variable} लिखें।',
    urlVariablePlace: 'पते में एक ही वेरिएबल, {variable}, अंत में हो सकता है।',
    urlSampleMissing: 'पूरा नमूना पता डालें, जैसे {sample}।',
    urlVariableSite: '{variable} से पहले साइट के बाद / लगाएँ, जैसे https://shop.example/{variable}।',
    urlSampleOther: 'नमूना {start} से शुरू होना चाहिए और उसके आगे भी कुछ होना चाहिए।',
    phoneMissing: 'वह फ़ोन नंबर डालें जिस पर बटन कॉल करता है।',
    phoneFormat: 'फ़ोन नंबर देश के कोड के साथ डालें, जैसे +919876543210।',
    codeMissing: 'नमूना कोड डालें, जैसे SAVE20।',
    codeFormat: 'कोड में अक्षर और अंक लिखें, स्पेस या वेरिएबल नहीं।',
  },
  status: {
    APPROVED: {
      label: 'स्वीकृत',
      sentence: 'WhatsApp ने इसे स्वीकृत किया। आप इसे भेज सकते हैं।',
    },
    PENDING: {
      label: 'समीक्षा में',
      sentence: 'WhatsApp इसकी समीक्षा कर रहा है। इसमें कुछ मिनट, ज़्यादा से ज़्यादा एक दिन लगता है।',
    },
    REJECTED: {
      label: 'अस्वीकृत',
      sentence: 'WhatsApp ने इसे स्वीकृत नहीं किया।',
    },
    PAUSED: {
      label: 'रोका गया',
      sentence:
        'लोगों ने इसे ब्लॉक या रिपोर्ट किया, इसलिए WhatsApp ने इसे रोका। पहली रोक 3 घंटे, दूसरी 6 घंटे की होती है। तीसरी के बाद WhatsApp इसे बंद कर देता है।',
    },
    DISABLED: {
      label: 'बंद',
      sentence: 'WhatsApp ने इसे हमेशा के लिए बंद किया। दूसरे टेक्स्ट के साथ नया टेम्पलेट बनाएँ।',
    },
    IN_APPEAL: {
      label: 'अपील में',
      sentence: 'अस्वीकृति पर अपील हुई है। WhatsApp इसकी फिर से समीक्षा कर रहा है।',
    },
    PENDING_DELETION: {
      label: 'हटाया जा रहा है',
      sentence: 'WhatsApp इसे हटा रहा है।',
    },
    DELETED: {
      label: 'WhatsApp पर हटाया गया',
      sentence: 'यह WhatsApp पर हटाया गया। अगर यह स्वीकृत था, तो इसका नाम 30 दिन तक नहीं मिलेगा।',
    },
    LIMIT_EXCEEDED: {
      label: 'बहुत ज़्यादा टेम्पलेट',
      sentence: 'आपका खाता WhatsApp की टेम्पलेट सीमा तक पहुँच गया है। जो टेम्पलेट अब काम के नहीं, उन्हें हटाएँ।',
    },
    ARCHIVED: {
      label: 'संग्रहित',
      sentence: 'इस्तेमाल न होने से WhatsApp ने इसे संग्रहित किया। 28 दिन में WhatsApp Manager में इसे वापस लाएँ।',
    },
    FLAGGED: {
      label: 'चिह्नित',
      sentence: 'लोगों ने इसे ब्लॉक या रिपोर्ट किया। ऐसा चलता रहा तो WhatsApp इसे रोक देगा।',
    },
    LOCKED: {
      label: 'लॉक',
      sentence: 'WhatsApp ने इसे लॉक किया। आप इसे भेज या बदल नहीं सकते।',
    },
  },
  unknownStatus: 'WhatsApp "{status}" स्थिति बताता है। इसे WhatsApp Manager में देखें।',
  rejection: {
    ABUSIVE_CONTENT: {
      reason: 'WhatsApp को इसमें अपमानजनक या धमकी भरा टेक्स्ट मिला।',
      advice: 'दबाव, अपमान या धमकी के बिना दोस्ताना टेक्स्ट लिखें।',
    },
    INCORRECT_CATEGORY: {
      reason: 'WhatsApp का कहना है कि यह दूसरी श्रेणी का है।',
      advice:
        'किसी भी ऑफ़र या निमंत्रण के लिए MARKETING चुनें। TRANSACTIONAL सिर्फ़ व्यक्ति के ऑर्डर, बुकिंग या अनुरोध के लिए है।',
    },
    CATEGORY_NOT_AVAILABLE: {
      reason: 'इसकी श्रेणी अब WhatsApp पर नहीं है।',
      advice: 'MARKETING, TRANSACTIONAL या OTP चुनें और फिर से भेजें।',
    },
    INVALID_FORMAT: {
      reason: 'WhatsApp को इसके फ़ॉर्मैट में समस्या मिली।',
      advice: 'वेरिएबल और उनके नमूने जाँचें, अपनी वेबसाइट के पूरे लिंक लिखें, और दूसरे टेम्पलेट का टेक्स्ट न दोहराएँ।',
    },
    PROMOTIONAL: {
      reason: 'WhatsApp के अनुसार यह विज्ञापन है। इस श्रेणी में विज्ञापन की अनुमति नहीं है।',
      advice: 'इसे MARKETING के रूप में भेजें, या सभी ऑफ़र, छूट और निमंत्रण हटाएँ।',
    },
    SCAM: {
      reason: 'WhatsApp के अनुसार यह धोखाधड़ी जैसा लगता है।',
      advice: 'साफ़ बताएँ कि आप कौन हैं, सिर्फ़ अपनी वेबसाइट का लिंक दें, और पासवर्ड या कार्ड नंबर कभी न माँगें।',
    },
    TAG_CONTENT_MISMATCH: {
      reason: 'इसका टेक्स्ट इसकी भाषा या श्रेणी से मेल नहीं खाता।',
      advice: 'जाँचें कि भाषा और श्रेणी सही हैं।',
    },
  },
  unknownRejection: {
    reason: 'WhatsApp यह कारण बताता है: "{reason}"।',
    advice: 'विवरण WhatsApp Manager में देखें। टेक्स्ट बदलें, फिर दोबारा भेजने के लिए सहेजें।',
  },
}
