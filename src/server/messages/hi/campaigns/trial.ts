import type { Translated } from '#contract/messages/shape.ts'
import type { trial as english } from '../../en/campaigns/trial.ts'

export const trial: Translated<typeof english> = {
  variantStopped: 'संस्करण {variant} रोक दिया गया है। बाकी संस्करण जारी हैं, और बाकी लोगों के बारे में आप तय करेंगे।',
  versionHolds: 'संस्करण {variant} नहीं भेजा जा सकता।',
  noLink: 'संस्करण {variant} में ऐसा लिंक नहीं है जिसके क्लिक गिने जाते हों। दूसरा पैमाना चुनें या लिंक वाला टेम्पलेट।',
  noLinkPilot: 'इस संदेश में ऐसा लिंक नहीं है जिसके क्लिक गिने जाते हों। दूसरा पैमाना चुनें।',
  measuring: 'पहला हिस्सा भेजा जा चुका है। नतीजों की तुलना {date}',
  goesOnWith: 'बाकी लोगों को संस्करण {variant} भेजा जा रहा है',
  goesOn: 'पायलट पूरा: बाकी लोगों को भेजा जा रहा है',
  choose: 'बाकी लोगों के लिए संस्करण चुनें।',
  nothingToDecide: 'अभी आपके फ़ैसले का कुछ नहीं रुका है। कैंपेन फिर से लोड करें।',
  goesAt: 'संस्करण {variant} जीता। बाकी लोगों को यह {date} मिलेगा',
  goesNow: 'बाकी लोगों को जीते हुए समय पर भेजा जा रहा है',
  waitsForTime: 'बाकी लोग उस समय का इंतज़ार कर रहे हैं जो जीता।',
  waitsForVersion: 'टेस्ट का अगला संस्करण अपने समय का इंतज़ार कर रहा है।',
  waits: 'पहला हिस्सा भेजा जा चुका है। बाकी नतीजों का इंतज़ार कर रहा है।',
  asks: {
    owner: 'पहला हिस्सा भेजा जा चुका है। नतीजे देखें, फिर बाकी लोगों के बारे में तय करें।',
    bounds: 'पायलट आपकी सीमाओं तक नहीं पहुँचा।',
    unclear: 'कोई संस्करण साफ़ तौर पर आगे नहीं है। बाकी लोगों के लिए संस्करण चुनें।',
    stopped: 'टेस्ट के दौरान एक संस्करण रोका गया। बाकी लोगों के लिए संस्करण चुनें।',
  },
  missed: {
    nobody: 'पायलट का एक भी संदेश नहीं भेजा गया।',
    read: '{percent, number}% ने पढ़ा ({of, number} में से {count, number}): आप कम से कम {limit, number}% चाहते हैं।',
    clicked:
      '{percent, number}% ने क्लिक किया ({of, number} में से {count, number}): आप कम से कम {limit, number}% चाहते हैं।',
    replied:
      '{percent, number}% ने जवाब दिया ({of, number} में से {count, number}): आप कम से कम {limit, number}% चाहते हैं।',
    converted:
      '{percent, number}% ने खरीदा या कन्वर्ट किया ({of, number} में से {count, number}): आप कम से कम {limit, number}% चाहते हैं।',
    failed: '{percent, number}% विफल ({of, number} में से {count, number}): आपकी सीमा {limit, number}% है।',
    blocked:
      '{percent, number}% ने आपको ब्लॉक किया ({of, number} में से {count, number}): आपकी सीमा {limit, number}% है।',
    optedOut:
      '{percent, number}% ने ऑप्ट-आउट किया ({of, number} में से {count, number}): आपकी सीमा {limit, number}% है।',
    next: 'नतीजे देखें, फिर बाकी लोगों के बारे में तय करें।',
  },
}
