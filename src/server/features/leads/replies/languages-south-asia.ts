import type { ReplyLanguage } from './reply-language.ts'

const hindi: ReplyLanguage = {
  code: 'hi',
  alone: [
    ...['बंद', 'बंद करो', 'बंद करें', 'बंद कीजिए', 'बंद कीजिये', 'बंद कर दो', 'बंद कर दीजिए', 'बंद करिए', 'बन्द', 'बन्द करो', 'बन्द करें', 'बन्द कीजिए', 'रोको', 'रोकें', 'रोक दो', 'रोकिए', 'रोक दीजिए', 'स्टॉप', 'स्टोप', 'स्टाप', 'स्टॉप करो', 'सदस्यता समाप्त', 'सदस्यता समाप्त करें', 'सदस्यता रद्द करें', 'अनसब्सक्राइब', 'अनसब्सक्राइब करें'],
    ...['मत भेजो', 'मत भेजें', 'मत भेजिए', 'मत भेजना', 'संदेश बंद करें', 'प्रमोशन बंद करें', 'प्रचार बंद करें', 'रद्द', 'रद्द करें', 'रद्द करो', 'हटाओ', 'हटा दो', 'हटाएं', 'हटा दीजिए', 'हटाइए', 'बस करो', 'बस कीजिए', 'नहीं चाहिए मैसेज', 'कैंसल', 'कैंसिल', 'समाप्त', 'ऑप्ट आउट', 'डिलीट करो', 'ब्लॉक', 'तंग मत करो', 'परेशान मत करो', 'परेशान न करें'],
  ],
  polite: ['कृपया', 'प्लीज', 'प्लीज़', 'धन्यवाद', 'नमस्ते', 'जी', 'भाई', 'सर', 'मैडम', 'अब', 'अभी', 'तुरंत', 'यह', 'ये', 'इसे', 'सब', 'मुझे', 'हमें', 'मुझको', 'करके', 'कृप्या', 'को'],
  sets: {
    msgs: ['मैसेज*', 'मेसेज*', 'संदेश*', 'सन्देश*', 'एसएमएस', 'विज्ञापन*', 'प्रमोशन*', 'प्रचार', 'ऑफर*', 'स्पैम', 'व्हाट्सएप*', 'sms', 'message*', 'msg', 'मेसज', 'सूचना*', 'कॉल'],
    no: ['मत', 'न', 'ना', 'नहीं', 'नही'],
    send: ['भेज*', 'कर', 'करो', 'करें', 'करे', 'करना', 'कीजिए', 'कीजिये', 'करिए', 'किया', 'डालो', 'दो', 'लिखो', 'लिखें'],
    stop: ['बंद', 'बन्द', 'रोक*', 'स्टॉप', 'स्टाप'],
    remove: ['हटा*', 'डिलीट', 'निकाल*', 'मिटा*', 'रिमूव', 'ब्लॉक'],
  },
  rules: [
    ...['{msgs} ~3 {no} {send}', '{no} {send} ~2 {msgs}', '(मुझे|हमें|ये|यह|ऐसे) ~1 (मत|न|ना) भेज* $', '{msgs} ~3 {stop}', '{stop} ~3 {msgs}', 'भेजना ~1 {stop}', '{msgs} ~3 नहीं चाहिए', 'नहीं चाहिए ~3 {msgs}', '{msgs} नही चाहिए', '{msgs} नहीं चाहता', '{msgs} नहीं चाहती'],
    ...['नंबर ~2 {remove}', 'नम्बर ~2 {remove}', 'नाम ~2 {remove}', '{remove} ~2 मेरा नंबर', 'मुझे ~3 (लिस्ट|सूची|ग्रुप) ~2 {remove}', '(लिस्ट|सूची) से ~1 {remove}', '(परेशान|तंग|डिस्टर्ब) ~1 {no} {send}', 'सदस्यता ~1 (समाप्त|रद्द|बंद)', 'अनसब्सक्राइब*', 'सहमति ~1 वापस', 'दोबारा ~2 {no} {send}', 'आगे से ~3 {no} {send}', 'चाहिए ~1 बंद करो', 'बंद कर ~1 (दो|दीजिए|दें) ~1 $', 'बंद (कीजिए|करो|करें|करिए) $'],
  ],
  unless: ['(दुकान|शॉप|ऑफिस|बाजार|बैंक|ट्रेन|रास्ता|फोन|काम) ~3 {stop}', 'कब ~2 {stop}', 'बस स्टॉप', '{stop} (है|हैं|होता|होती|हो|था|थी)', '{msgs} ~1 नहीं (मिला|आया|आ|मिले|आए|पहुंचा|मिल)', '{no} डाल*', 'बंद {no} {send}', '(ऑर्डर|बुकिंग) ~2 (बंद|रद्द|कैंसल|कैंसिल)', '(बंद|रोक) {no}'],
  doubtful: ['नहीं चाहिए', 'मत करो', 'मत करना', 'ना भेजो', 'बंद*', 'रुको', 'बस', 'कोई जरूरत नहीं'],
  subscribe: ['सब्सक्राइब', 'सब्सक्राइब करें', 'मैसेज फिर से भेजो', 'मैसेज भेजना शुरू करें'],
  start: ['शुरू', 'शुरू करें', 'शुरू करो', 'चालू', 'चालू करें', 'चालू करो'],
}

/** Hindi and Urdu as most people type it. */
const hinglish: ReplyLanguage = {
  code: 'hi-Latn',
  alone: [
    ...['band karo', 'band kro', 'band kare', 'band karen', 'band karein', 'band kar do', 'band kardo', 'band krdo', 'band kr do', 'band kijiye', 'band kijie', 'band kariye', 'band kar dijiye', 'bandh karo', 'bandh kardo', 'bnd kro', 'bnd karo', 'roko', 'rok do', 'rokiye', 'roko isko'],
    ...['mat bhejo', 'mat bhejna', 'mt bhejo', 'mat bheje', 'mat bhejiye', 'na bheje', 'na bhejo', 'nahi bhejna', 'stop karo', 'stop kro', 'stop kar do', 'stop kardo', 'stop krdo', 'stop kare', 'stop kijiye', 'hatao', 'hata do', 'bas karo', 'bas kro', 'cancel karo', 'unsubscribe karo', 'remove karo', 'delete karo', 'block karo', 'pareshan mat karo', 'pareshan na kare', 'tang mat karo', 'disturb mat karo', 'dimag mat khao', 'band'],
  ],
  polite: ['kripya', 'kripya', 'bhai', 'bhaiya', 'yaar', 'sir ji', 'ji', 'madam ji', 'abhi', 'ab', 'isko', 'ise', 'ye', 'yeh', 'sab', 'mujhe', 'mujhko', 'mujko', 'hume', 'namaste', 'dhanyavad', 'shukriya', 'turant', 'please yaar', 'aap', 'ap', 'na', 'ko', 'muje', 'mjhe'],
  sets: {
    msgs: ['message*', 'msg', 'msgs', 'mesg', 'mssg', 'massage*', 'mesage*', 'messege*', 'sms', 'sandesh', 'offer*', 'promotion*', 'promo', 'ads', 'ad', 'add', 'spam', 'whatsapp', 'notification*', 'call', 'vigyapan', 'update*'],
    no: ['mat', 'mt', 'na', 'nahi', 'nhi', 'nai', 'nahin', 'no', 'naa', 'matt'],
    send: ['bhej*', 'bej*', 'karo', 'kro', 'kr', 'kar', 'karna', 'krna', 'kare', 'karen', 'karein', 'kariye', 'kijiye', 'kijie', 'krein', 'kre', 'do', 'dalo', 'likho', 'send', 'kiya', 'karo na', 'karein'],
    stop: ['band', 'bandh', 'bnd', 'stop', 'rok', 'roko', 'bund'],
    do: ['karo', 'kro', 'kar', 'kr', 'kardo', 'krdo', 'kare', 'karen', 'karein', 'kariye', 'kijiye', 'kijie', 'krein', 'kre', 'kardijiye', 'karna', 'ho', 'do', 'kara', 'karado', 'karwa', 'kar do'],
    want: ['chahiye', 'chaiye', 'chahie', 'chahiya', 'chiye', 'chahte', 'chahta', 'chahti', 'chaie', 'mangta'],
    remove: ['hata*', 'hta*', 'delete', 'remove', 'nikal*', 'nikaal*', 'mita*', 'block', 'dlt'],
  },
  rules: [
    ...['{msgs} ~3 {no} {send}', '(mujhe|mujko|muje|mjhe|hume|hamko|ye|yeh|aise|isko) ~1 {no} (bhej*|bej*) $', '{no} send karo', '{no} {send} ~2 {msgs}', '{msgs} ~4 {stop} {do}', '{stop} {do} ~3 {msgs}', '{stop} ~1 {msgs}', '(bhejna|bhejne|bejna|karna|krna) ~1 {stop} ~1 {do}', '{stop} {do} $', '{msgs} {stop} $'],
    ...['{msgs} ~3 {no} {want}', '{no} {want} ~4 {msgs}', '{no} {want} ~3 {stop} {do}', 'number ~2 {remove}', 'nmbr ~2 {remove}', 'no ~1 {remove} (karo|kro|do|kar|kardo)', 'naam ~2 {remove}', '{remove} ~1 mera (number|no|naam|contact)', 'mujhe ~3 (list|group) ~2 {remove}', '(list|group) se ~1 {remove}'],
    ...['(pareshan|preshan|tang|disturb|distrub|pareshaan|dikkat) ~1 {no} {send}', 'dobara ~2 {no} {send}', 'dubara ~2 {no} {send}', 'aage se ~3 {no} {send}', '{no} {send} ~1 (dobara|aage se|aaj ke baad)', 'unsubscribe ~1 {do}', 'peecha chhodo', 'picha chodo', 'peecha chodo', 'bar bar ~2 {no} {send}'],
  ],
  unless: ['(dukan|dukaan|shop|office|bazar|market|bank|store|train|phone|kaam) ~3 {stop}', 'kab ~3 {stop}', '{stop} (hai|he|hain|hota|hoti|hoga|tha|thi|gobhi|gobi)', '{msgs} ~1 {no} (aaya|aya|aaye|mila|mile|aa|pahuncha|aayi|aata)', '{no} (bhej*|bej*) ~3 (kal|aaj|abhi|parso) ~9 $', '(aaj|abhi|kal|parso) ~1 {no} (bhej*|bej*) ~3 (kal|parso|baad|delivery|order|parcel)', '{stop} {no} {do}', '(order|booking|parcel) ~2 {stop}', '(order|booking|parcel|saman|samaan|maal) {no} (bhej*|bej*)', 'na bhej* ho', '{no} bheja', 'kyu ~2 {no} bhej*', 'kyun ~2 {no} bhej*'],
  doubtful: ['nahi chahiye', 'nhi chahiye', 'mat karo', 'mat karna', 'bandh', 'ruko', 'bas', 'koi zarurat nahi', 'mujhe nahi chahiye', 'stop karna'],
  subscribe: ['subscribe karo', 'message fir se bhejo', 'phir se message bhejo', 'message chalu karo'],
  start: ['shuru', 'shuru karo', 'shuru kare', 'chalu', 'chalu karo', 'start karo'],
}

const marathi: ReplyLanguage = {
  code: 'mr',
  alone: ['थांबवा', 'थांबा', 'थांब', 'बंद करा', 'बंद कर', 'पाठवू नका', 'नको', 'नको मेसेज', 'मेसेज नको', 'काढा', 'काढून टाका', 'सदस्यता रद्द करा', 'thambva', 'thamba', 'thambava', 'band kara', 'band kar', 'pathvu naka', 'pathau naka', 'message nako', 'msg nako', 'tras deu naka', 'त्रास देऊ नका'],
  polite: ['कृपया', 'धन्यवाद', 'नमस्कार', 'मला', 'आता', 'हे', 'krupaya', 'mala', 'aata', 'he', 'ata'],
  sets: {
    msgs: ['मेसेज*', 'मॅसेज*', 'संदेश*', 'sms', 'message*', 'msg', 'msgs', 'जाहिरात*', 'ऑफर*', 'jahirat*', 'offer*', 'sandesh'],
    dont: ['नका', 'नकोस', 'नको', 'naka', 'nako', 'nakos', 'नाही पाहिजे', 'nahi pahije', 'नकोत', 'nakot'],
  },
  rules: ['{msgs} ~2 {dont}', '(पाठवू|pathvu|pathau|pathavu|पाठऊ) {dont}', '{msgs} ~2 (बंद|थांबवा|band|thambva|thamb*)', '(नंबर|number|नाव) ~2 (काढा|काढून|delete|kadha|kadhun|डिलीट)', '(परत|परत|punha|parat) ~2 {dont}', '(त्रास|tras) ~1 {dont}', '(यादीतून|yaditun) ~1 (काढा|kadha)'],
  unless: ['(दुकान|dukan) ~2 (बंद|band)', 'बंद (आहे|असते|होते)', '{msgs} (आला|आले|ala|aala) (नाही|nahi)', '(आज|उद्या|aaj|udya) ~1 (पाठवू|pathvu) {dont}'],
  doubtful: ['nako', 'पुरे', 'pure'],
  subscribe: [],
  start: ['सुरू करा', 'suru kara', 'सुरू'],
}

/** Bengali, Tamil, Telugu, Gujarati, Punjabi, Kannada and Malayalam: the few phrases that people use. */
const otherIndian: ReplyLanguage = {
  code: 'bn ta te gu pa kn ml',
  alone: [
    ...['বন্ধ', 'বন্ধ করুন', 'বন্ধ কর', 'বন্ধ করো', 'থামুন', 'থামাও', 'থামান', 'স্টপ', 'আনসাবস্ক্রাইব', 'বাতিল', 'বাতিল করুন', 'পাঠাবেন না', 'bondho korun', 'bondho koro', 'pathaben na', 'message diben na'],
    ...['நிறுத்து', 'நிறுத்துங்கள்', 'நிறுத்தவும்', 'வேண்டாம் மெசேஜ்', 'அனுப்பாதீர்கள்', 'அனுப்ப வேண்டாம்', 'ஸ்டாப்', 'niruthu', 'niruthungal', 'message venam', 'anupatheenga', 'anuppa vendam', 'message anupathinga'],
    ...['ఆపండి', 'ఆపు', 'ఆపేయండి', 'పంపవద్దు', 'పంపకండి', 'వద్దు మెసేజ్', 'స్టాప్', 'aapandi', 'apandi', 'pampakandi', 'pampavaddu', 'message vaddu', 'messages vaddu'],
    ...['બંધ કરો', 'બંધ', 'બંધ કર', 'બંધ કરી દો', 'મોકલશો નહીં', 'ન મોકલો', 'ના મોકલો', 'સ્ટોપ', 'રોકો', 'bandh karo', 'na moklo', 'moklso nahi', 'mokalsho nahi'],
    ...['ਬੰਦ ਕਰੋ', 'ਬੰਦ', 'ਰੋਕੋ', 'ਨਾ ਭੇਜੋ', 'ਸਟਾਪ', 'na bhejo ji'],
    ...['ನಿಲ್ಲಿಸಿ', 'ನಿಲ್ಲಿಸು', 'ಕಳುಹಿಸಬೇಡಿ', 'ಸ್ಟಾಪ್', 'nillisi', 'kaluhisabedi', 'message beda'],
    ...['നിർത്തുക', 'നിർത്തൂ', 'നിര്‍ത്തുക', 'അയക്കരുത്', 'മെസ്സേജ് വേണ്ട', 'സ്റ്റോപ്പ്', 'nirthu', 'ayakkaruthu', 'message venda'],
  ],
  polite: ['দয়া করে', 'দয়া করে', 'ধন্যবাদ', 'আমাকে', 'এখনই', 'தயவுசெய்து', 'தயவு செய்து', 'நன்றி', 'எனக்கு', 'దయచేసి', 'ధన్యవాదాలు', 'నాకు', 'કૃપા કરીને', 'મને', 'ਕਿਰਪਾ ਕਰਕੇ', 'ਮੈਨੂੰ', 'ದಯವಿಟ್ಟು', 'ನನಗೆ', 'ദയവായി', 'എനിക്ക്', 'doya kore', 'amake', 'daya cheyandi', 'naku', 'enakku', 'mane', 'nange'],
  sets: {
    bn: ['মেসেজ*', 'মেসেজ', 'ম্যাসেজ*', 'বার্তা*', 'এসএমএস', 'বিজ্ঞাপন*', 'message*', 'msg'],
    ta: ['செய்தி*', 'மெசேஜ்*', 'மெஸேஜ்*', 'குறுஞ்செய்தி*', 'விளம்பர*', 'message*', 'msg'],
    te: ['మెసేజ్*', 'మెసేజి*', 'సందేశ*', 'సందేశాలు', 'message*', 'msg', 'ప్రకటన*'],
    gu: ['મેસેજ*', 'સંદેશ*', 'જાહેરાત*', 'message*', 'msg'],
    pa: ['ਮੈਸੇਜ*', 'ਸੁਨੇਹ*', 'ਸੰਦੇਸ਼*'],
    kn: ['ಮೆಸೇಜ್*', 'ಸಂದೇಶ*', 'message*', 'msg'],
    ml: ['മെസ്സേജ്*', 'മെസേജ്*', 'സന്ദേശ*', 'message*', 'msg'],
  },
  rules: [
    ...['{bn} ~2 (পাঠাবেন|দিবেন|পাঠিও|দেবেন|করবেন|পাঠাও|দিও) না', '{bn} ~2 বন্ধ', '{bn} ~1 (চাই|লাগবে) না', '(নম্বর|নাম্বার) ~2 (মুছে|ডিলিট|বাদ)', '{bn} ~2 (pathaben|diben|deben|korben|pathio) na', 'ar ~2 (pathaben|diben) na', 'আর ~3 (পাঠাবেন|দিবেন) না', 'বিরক্ত ~1 না'],
    ...['{ta} ~2 (அனுப்ப வேண்டாம்|அனுப்பாதீர்கள்|அனுப்பாதே|அனுப்பாதீங்க|வேண்டாம்|நிறுத்*)', '(எண்ணை|நம்பரை|எண்) ~2 (நீக்க*|அகற்ற*)', '{ta} ~2 (anupa vendam|anuppa vendam|anupatheenga|anupathinga|venam|vendam|venda)', 'தொந்தரவு ~2'],
    ...['{te} ~2 (పంపవద్దు|పంపకండి|పంపొద్దు|వద్దు|ఆపండి|ఆపేయండి)', '(నంబర్|నెంబర్) ~2 (తొలగించ*|తీసేయ*|డిలీట్)', '{te} ~2 (pampakandi|pampavaddu|pampoddu|vaddu|aapandi|apandi)'],
    ...['{gu} ~2 (ન|ના) મોકલ*', '{gu} ~1 મોકલશો ન*', '{gu} ~2 બંધ', '{gu} નથી જોઈતા', '{gu} ન જોઈએ', '(નંબર|નામ) ~2 (કાઢી|ડિલીટ|હટાવ*)', '{gu} ~2 (na moklo|na mokalo|mokalsho nahi|nathi joita|bandh)'],
    ...['{pa} ~2 (ਨਾ|ਨਹੀਂ) ਭੇਜ*', '{pa} ~2 ਬੰਦ', '{pa} ਨਹੀਂ ਚਾਹੀਦੇ', '{kn} ~2 (ಕಳುಹಿಸಬೇಡಿ|ಬೇಡ|ನಿಲ್ಲಿಸಿ|ಕಳಿಸಬೇಡಿ|beda|kaluhisabedi|kalisabedi|nillisi)', '(ನಂಬರ್|ಸಂಖ್ಯೆ) ~2 (ತೆಗೆ*|ಅಳಿಸಿ)', '{ml} ~2 (അയക്കരുത്|അയയ്ക്കരുത്|വേണ്ട|നിർത്ത*|നിര്‍ത്ത*|ayakkaruthu|ayakkalle|venda)', 'നമ്പർ ~2 (ഒഴിവാക്ക*|നീക്ക*)'],
  ],
  unless: ['(দোকান|অফিস) ~3 বন্ধ', 'কখন ~2 বন্ধ', 'বন্ধ (হয়|থাকে|আছে|কবে)', '(દુકાન) ~3 બંધ', 'ક્યારે ~2 બંધ', 'બંધ (છે|થાય)', '(ਦੁਕਾਨ) ~3 ਬੰਦ', '{bn} ~1 (পাইনি|আসেনি)', '{ta} ~1 வரவில்லை', '{te} ~1 రాలేదు'],
  doubtful: ['வேண்டாம்', 'వద్దు', 'লাগবে না', 'নথ', 'નથી જોઈતું', 'ਨਹੀਂ ਚਾਹੀਦਾ', 'ಬೇಡ', 'വേണ്ട', 'venam', 'vendam', 'vaddu', 'beda', 'venda'],
  subscribe: [],
  start: ['শুরু', 'শুরু করুন', 'தொடங்கு', 'ప్రారంభించు', 'શરૂ કરો', 'ਸ਼ੁਰੂ ਕਰੋ', 'ಪ್ರಾರಂಭಿಸಿ', 'തുടങ്ങുക'],
}

const urdu: ReplyLanguage = {
  code: 'ur',
  alone: ['بند', 'بند کرو', 'بند کریں', 'بند کردو', 'بند کر دو', 'بند کر دیں', 'بند کردیں', 'بند کیجیے', 'روکو', 'روکیں', 'روک دیں', 'مت بھیجو', 'مت بھیجیں', 'نہ بھیجیں', 'سٹاپ', 'اسٹاپ', 'ان سبسکرائب', 'ہٹا دو', 'ہٹا دیں', 'تنگ مت کرو', 'تنگ نہ کریں', 'پریشان نہ کریں', 'منسوخ', 'منسوخ کریں'],
  polite: ['براہ کرم', 'براہ مہربانی', 'پلیز', 'شکریہ', 'مجھے', 'اب', 'یہ', 'بھائی', 'جی', 'ابھی'],
  sets: {
    msgs: ['میسج*', 'میسیج*', 'پیغام*', 'ایس', 'اشتہار*', 'sms', 'message*'],
    no: ['مت', 'نہ', 'نہیں'],
  },
  rules: ['{msgs} ~3 {no} (بھیج*|کر*|کیجیے)', '{msgs} ~3 (بند|روک*)', 'بند ~2 {msgs}', '{msgs} ~2 نہیں چاہ*', 'نمبر ~2 (ہٹا*|ڈیلیٹ|نکال*|مٹا*)', '(تنگ|پریشان) ~1 {no} کر*', 'دوبارہ ~2 {no} (بھیج*|کر*)', 'لسٹ سے ~1 (نکال*|ہٹا*)'],
  unless: ['(دکان|دفتر|بینک) ~3 بند', 'کب ~2 بند', 'بند (ہے|ہوتی|ہوتا|ہو|تھی|تھا)', '{msgs} نہیں (آیا|ملا|آئے|ملے)'],
  doubtful: ['نہیں چاہیے', 'بس', 'رکو'],
  subscribe: ['سبسکرائب', 'سبسکرائب کریں'],
  start: ['شروع', 'شروع کریں', 'شروع کرو'],
}

export const southAsianLanguages: readonly ReplyLanguage[] = [hindi, hinglish, marathi, otherIndian, urdu]
