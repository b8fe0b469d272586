import type { Translated } from '#contract/messages/shape.ts'
import type { growth as english } from '../en/growth.ts'

export const growth: Translated<typeof english> = {
  tooManyForms: 'एक कारोबार में अधिकतम {most, number} फ़ॉर्म हो सकते हैं। मौजूदा फ़ॉर्म बदलें।',
  cannotAsk: 'ऐसा स्वीकृत यूटिलिटी टेम्पलेट चुनें जिसमें पहला बटन त्वरित जवाब हो और कोई वेरिएबल न हो।',
  keywordTaken: 'दूसरा शब्द चुनें: {word} का पहले से कोई मतलब है।',
  page: {
    name: 'आपका नाम',
    phone: 'WhatsApp नंबर',
    langs: 'भाषा',
    thanks: 'धन्यवाद!',
    thanksText: '{business} को आपका जवाब मिल गया।',
    confirmNext: 'अब {business} WhatsApp पर आपसे पुष्टि माँगेगा। वहाँ बटन दबाएँ।',
    stopped: 'क्या आपने पहले {business} के संदेश बंद किए थे? तो उन्हें WhatsApp पर START भेजें।',
    closed: 'यह फ़ॉर्म बंद है',
    closedText: '{business} अभी यहाँ जवाब नहीं ले रहा है।',
    missing: 'यह पेज मौजूद नहीं है',
    missingText: 'जाँचें कि आपके पास पूरा लिंक है।',
    old: 'यह पेज बहुत देर से खुला था। अपने जवाब जाँचें और फिर भेजें।',
    needPhone: 'देश के कोड के साथ WhatsApp नंबर लिखें।',
    needConsent: 'सहमत हों तो बॉक्स पर निशान लगाएँ।',
    tooMany: 'अभी बहुत ज़्यादा जवाब आ रहे हैं। एक घंटे बाद फिर कोशिश करें।',
  },
}
