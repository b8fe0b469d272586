import type { Translated } from '#contract/messages/shape.ts'
import type { generalErrors as english } from '../../en/providers/general.ts'

export const generalErrors: Translated<typeof english> = {
  slowDown: {
    sentence: 'WhatsApp ने हमें धीमा होने को कहा।',
    advice: 'कुछ करने की ज़रूरत नहीं: थोड़ी देर में भेजना अपने आप जारी होगा।',
  },
  providerFault: {
    sentence: 'WhatsApp में कोई समस्या थी।',
    advice: 'कुछ करने की ज़रूरत नहीं: हम अपने आप फिर कोशिश करते हैं।',
  },
  accessEnded: {
    sentence: 'WhatsApp अब आपके खाते तक हमारी पहुँच स्वीकार नहीं करता।',
    advice: 'अपना WhatsApp खाता फिर से जोड़ें।',
  },
  notAllowed: {
    sentence: 'WhatsApp ने इसकी अनुमति नहीं दी।',
    advice: 'नीचे पढ़ें कि WhatsApp क्या कहता है, और WhatsApp Manager में अपना खाता जाँचें।',
  },
  refused: {
    sentence: 'WhatsApp ने इसे अस्वीकार किया।',
    advice: 'नीचे पढ़ें कि WhatsApp क्या कहता है: कारण वहीं है।',
  },
  unreachable: {
    sentence: 'WhatsApp तक नहीं पहुँचा जा सका।',
    advice: 'जाँचें कि यह मशीन इंटरनेट से जुड़ी है। हम अपने आप फिर कोशिश करते हैं।',
  },
  silent: {
    sentence: 'WhatsApp ने समय पर जवाब नहीं दिया, इसलिए हमें नहीं पता कि उसने यह किया या नहीं।',
    advice: 'कुछ मिनट रुकें: जवाब अक्सर बाद में आता है।',
  },
  unreadable: {
    sentence: 'WhatsApp का जवाब हम पढ़ नहीं सके, इसलिए हमें नहीं पता कि उसने यह किया या नहीं।',
    advice: 'कुछ मिनट रुकें। ऐसा ही रहे, तो इस मशीन और WhatsApp के बीच कुछ बाधा है।',
  },
  refusalUnread: {
    sentence: 'WhatsApp ने इसे अस्वीकार किया, पर कारण रास्ते में खो गया।',
    advice: 'कुछ करने की ज़रूरत नहीं: हम कुछ बार फिर कोशिश करते हैं।',
  },
  intercepted: {
    sentence: 'इस मशीन और WhatsApp के बीच किसी और ने उसकी जगह जवाब दिया।',
    advice: 'इस मशीन का नेटवर्क जाँचें: कोई फ़ायरवॉल या प्रॉक्सी बाधा हो सकता है। हम कोशिश करते रहते हैं।',
  },
  malformed: {
    sentence: 'हम यह अनुरोध नहीं बना सके।',
    advice: 'गलती हमारी है: कृपया हमें बताएँ।',
  },
  badToken: {
    sentence: 'यह एक्सेस टोकन सही नहीं है: इसमें लाइन ब्रेक या दूसरे चिह्न हैं।',
    advice: 'एक्सेस टोकन पूरा और बिना लाइन ब्रेक के फिर कॉपी करें, और उससे जोड़ें।',
  },
}
