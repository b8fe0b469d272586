import type { Translated } from '#contract/messages/shape.ts'
import type { dashboard as english } from '../en/dashboard.ts'

export const dashboard: Translated<typeof english> = {
  testPhone: {
    none: 'इस इंस्टॉल में टेस्ट फ़ोन नहीं है।',
    notStarted: 'पहले टेस्ट फ़ोन पर एक टेस्ट संदेश भेजें।',
    notReady: 'टेस्ट नंबर अभी तैयार नहीं है। थोड़ी देर में फिर कोशिश करें।',
    leadName: 'टेस्ट फ़ोन',
  },
  turn: {
    signups: 'WhatsApp खाता {account}',
    signupsMore: 'WhatsApp खाता {account} और {count, number} अन्य',
    signupsReason: 'किसी ने Meta के पेज पर साइन अप किया है और इंतज़ार में है। बताएँ कि खाता किसका है।',
    assign: 'खाता सौंपें',
    blocked: 'कुछ नहीं भेजा जा सकता।',
    unregistered: 'नंबर रजिस्टर होने तक कुछ नहीं भेजा जा सकता।',
    needs: {
      code: 'सत्यापित करें',
      registration: 'रजिस्टर करें',
      pin: 'PIN डालें',
    },
    paused: 'आपने इसे रोका है। फिर शुरू करें या रद्द करें।',
    openCampaign: 'कैंपेन खोलें',
    single: 'अलग-अलग संदेश',
    unknown:
      '{count, plural, one {# संदेश पर WhatsApp का जवाब नहीं आया। तय करें कि उसे फिर भेजना है या नहीं।} other {# संदेशों पर WhatsApp का जवाब नहीं आया। तय करें कि उन्हें फिर भेजना है या नहीं।}}',
    decide: 'तय करें',
    wentBack: 'डेटाबेस {date} की स्थिति में लौट गया',
    wentBackMessages:
      '{unknown, plural, =0 {किसी संदेश पर शक नहीं है।} one {# संदेश शायद भेजा जा चुका है और दोबारा नहीं भेजा जाता।} other {# संदेश शायद भेजे जा चुके हैं और दोबारा नहीं भेजे जाते।}}',
    wentBackMissing: 'उसके बाद क्या भेजा गया, इसका रिकॉर्ड इस मशीन पर नहीं है। कैंपेन आपका इंतज़ार कर रहे हैं।',
    wentBackHeld: '{count, plural, one {# कैंपेन आपका इंतज़ार कर रहा है।} other {# कैंपेन आपका इंतज़ार कर रहे हैं।}}',
    wentBackOptOuts:
      '{count, plural, one {# ऑप्ट-आउट या संभावित ऑप्ट-आउट वापस मिला।} other {# ऑप्ट-आउट और संभावित ऑप्ट-आउट वापस मिले।}}',
    seeMessages: 'संदेश देखें',
    botStopped: 'चैटबॉट रुक गया, क्योंकि बातचीत घूमती रही। इस व्यक्ति को जवाब दें।',
    openConversation: 'बातचीत खोलें',
    openTemplate: 'टेम्पलेट खोलें',
    rejected:
      '{count, plural, one {# पंक्ति अस्वीकार हुई। उसे ठीक करके फिर इम्पोर्ट करें।} other {# पंक्तियाँ अस्वीकार हुईं। उन्हें ठीक करके फिर इम्पोर्ट करें।}}',
    seeRows: 'पंक्तियाँ देखें',
    next: 'अगला कदम',
    addLeads: 'आपका नंबर जुड़ गया है। अब उन लोगों को जोड़ें जिन्हें लिखना है।',
    addCustomers: 'अपने ग्राहक जोड़ें',
    write: 'आपके ग्राहक यहाँ हैं। टेम्पलेट चुनें और उन्हें भेजें।',
    writeMessage: 'अपना संदेश लिखें',
  },
}
