import { list, type ReplyLanguage } from './reply-language.ts'

/** Bengali, Tamil, Telugu, Gujarati, Punjabi, Kannada and Malayalam. */
export const otherIndian: ReplyLanguage = {
  code: 'bn',
  alone: list`
    বন্ধ, বন্ধ করুন, বন্ধ কর, বন্ধ করো, থামুন, থামাও, থামান, স্টপ, আনসাবস্ক্রাইব, বাতিল, বাতিল করুন,
    পাঠাবেন না, bondho korun, bondho koro, pathaben na, message diben na, நிறுத்து, நிறுத்துங்கள்,
    நிறுத்தவும், வேண்டாம் மெசேஜ், அனுப்பாதீர்கள், அனுப்ப வேண்டாம், ஸ்டாப், niruthu, niruthungal,
    message venam, anupatheenga, anuppa vendam, message anupathinga, ఆపండి, ఆపు, ఆపేయండి, పంపవద్దు, పంపకండి,
    వద్దు మెసేజ్, స్టాప్, aapandi, apandi, pampakandi, pampavaddu, message vaddu, messages vaddu, બંધ કરો,
    બંધ, બંધ કર, બંધ કરી દો, મોકલશો નહીં, ન મોકલો, ના મોકલો, સ્ટોપ, રોકો, bandh karo, na moklo, moklso nahi,
    mokalsho nahi, ਬੰਦ ਕਰੋ, ਬੰਦ, ਰੋਕੋ, ਨਾ ਭੇਜੋ, ਸਟਾਪ, na bhejo ji, ನಿಲ್ಲಿಸಿ, ನಿಲ್ಲಿಸು, ಕಳುಹಿಸಬೇಡಿ, ಸ್ಟಾಪ್,
    nillisi, kaluhisabedi, message beda, നിർത്തുക, നിർത്തൂ, നിര്‍ത്തുക, അയക്കരുത്, മെസ്സേജ് വേണ്ട,
    സ്റ്റോപ്പ്, nirthu, ayakkaruthu, message venda`,
  polite: list`
    দয়া করে, দয়া করে, ধন্যবাদ, আমাকে, এখনই, தயவுசெய்து, தயவு செய்து, நன்றி, எனக்கு, దయచేసి, ధన్యవాదాలు,
    నాకు, કૃપા કરીને, મને, ਕਿਰਪਾ ਕਰਕੇ, ਮੈਨੂੰ, ದಯವಿಟ್ಟು, ನನಗೆ, ദയവായി, എനിക്ക്, doya kore, amake,
    daya cheyandi, naku, enakku, mane, nange`,
  sets: {
    bn: list`মেসেজ*, মেসেজ, ম্যাসেজ*, বার্তা*, এসএমএস, বিজ্ঞাপন*, message*, msg`,
    ta: list`செய்தி*, மெசேஜ்*, மெஸேஜ்*, குறுஞ்செய்தி*, விளம்பர*, message*, msg`,
    te: list`మెసేజ్*, మెసేజి*, సందేశ*, సందేశాలు, message*, msg, ప్రకటన*`,
    gu: list`મેસેજ*, સંદેશ*, જાહેરાત*, message*, msg`,
    pa: list`ਮੈਸੇਜ*, ਸੁਨੇਹ*, ਸੰਦੇਸ਼*`,
    kn: list`ಮೆಸೇಜ್*, ಸಂದೇಶ*, message*, msg`,
    ml: list`മെസ്സേജ്*, മെസേജ്*, സന്ദേശ*, message*, msg`,
  },
  rules: list`
    {bn} ~2 (পাঠাবেন|দিবেন|পাঠিও|দেবেন|করবেন|পাঠাও|দিও) না, {bn} ~2 বন্ধ, {bn} ~1 (চাই|লাগবে) না,
    (নম্বর|নাম্বার) ~2 (মুছে|ডিলিট|বাদ), {bn} ~2 (pathaben|diben|deben|korben|pathio) na,
    ar ~2 (pathaben|diben) na, আর ~3 (পাঠাবেন|দিবেন) না, বিরক্ত ~1 না,
    {ta} ~2 (அனுப்ப வேண்டாம்|அனுப்பாதீர்கள்|அனுப்பாதே|அனுப்பாதீங்க|வேண்டாம்|நிறுத்*),
    (எண்ணை|நம்பரை|எண்) ~2 (நீக்க*|அகற்ற*),
    {ta} ~2 (anupa vendam|anuppa vendam|anupatheenga|anupathinga|venam|vendam|venda), தொந்தரவு ~2,
    {te} ~2 (పంపవద్దు|పంపకండి|పంపొద్దు|వద్దు|ఆపండి|ఆపేయండి), (నంబర్|నెంబర్) ~2 (తొలగించ*|తీసేయ*|డిలీట్),
    {te} ~2 (pampakandi|pampavaddu|pampoddu|vaddu|aapandi|apandi), {gu} ~2 (ન|ના) મોકલ*, {gu} ~1 મોકલશો ન*,
    {gu} ~2 બંધ, {gu} નથી જોઈતા, {gu} ન જોઈએ, (નંબર|નામ) ~2 (કાઢી|ડિલીટ|હટાવ*),
    {gu} ~2 (na moklo|na mokalo|mokalsho nahi|nathi joita|bandh), {pa} ~2 (ਨਾ|ਨਹੀਂ) ਭੇਜ*, {pa} ~2 ਬੰਦ,
    {pa} ਨਹੀਂ ਚਾਹੀਦੇ, {kn} ~2 (ಕಳುಹಿಸಬೇಡಿ|ಬೇಡ|ನಿಲ್ಲಿಸಿ|ಕಳಿಸಬೇಡಿ|beda|kaluhisabedi|kalisabedi|nillisi),
    (ನಂಬರ್|ಸಂಖ್ಯೆ) ~2 (ತೆಗೆ*|ಅಳಿಸಿ),
    {ml} ~2 (അയക്കരുത്|അയയ്ക്കരുത്|വേണ്ട|നിർത്ത*|നിര്‍ത്ത*|ayakkaruthu|ayakkalle|venda),
    നമ്പർ ~2 (ഒഴിവാക്ക*|നീക്ക*)`,
  unless: list`
    (দোকান|অফিস) ~3 বন্ধ, কখন ~2 বন্ধ, বন্ধ (হয়|থাকে|আছে|কবে), (દુકાન) ~3 બંધ, ક્યારે ~2 બંધ, બંધ (છે|થાય),
    (ਦੁਕਾਨ) ~3 ਬੰਦ, {bn} ~1 (পাইনি|আসেনি), {ta} ~1 வரவில்லை, {te} ~1 రాలేదు`,
  doubtful: list`வேண்டாம், వద్దు, লাগবে না, নথ, નથી જોઈતું, ਨਹੀਂ ਚਾਹੀਦਾ, ಬೇಡ, വേണ്ട, venam, vendam, vaddu, beda, venda`,
  subscribe: [],
  start: list`শুরু, শুরু করুন, தொடங்கு, ప్రారంభించు, શરૂ કરો, ਸ਼ੁਰੂ ਕਰੋ, ಪ್ರಾರಂಭಿಸಿ, തുടങ്ങുക`,
}
