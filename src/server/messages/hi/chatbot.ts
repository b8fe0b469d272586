import type { Translated } from '#contract/messages/shape.ts'
import type { chatbot as english } from '../en/chatbot.ts'

export const chatbot: Translated<typeof english> = {
  tooManyRules: 'आपके पास {most, number} नियम हैं, इससे ज़्यादा नहीं हो सकते। पहले एक हटाएँ।',
  tooManyFlows: 'आपके पास {most, number} फ़्लो हैं, इससे ज़्यादा नहीं हो सकते।',
  tooManySecrets: 'आपके पास {most, number} सीक्रेट हैं, इससे ज़्यादा नहीं हो सकते।',
  rulesChanged: 'इस बीच नियम बदल गए हैं। उन्हें फिर से लोड करें।',
  ruleChanged: 'इस बीच यह नियम बदल दिया गया। इसे बंद करें, फिर से खोलें और अपना बदलाव करें।',
  aiChanged: 'इस बीच ये सेटिंग बदल गई हैं। पेज फिर से लोड करके अपना बदलाव करें।',
  flowChanged: 'किसी और ने यह फ़्लो सहेजा है। इसे फिर से लोड करें।',
  flowHasProblems: 'इस फ़्लो में समस्याएँ हैं। उन्हें ठीक करें, फिर प्रकाशित करें।',
  aiEndpoint: 'https:// से शुरू होने वाला पता डालें।',
  aiPrices: 'खर्च सीमित करने के लिए दोनों दाम डालें।',
  aiLimitTooLow: 'एक जवाब का खर्च {amount} तक हो सकता है। इससे ज़्यादा डालें।',
  aiMissing: 'AI जवाब चालू करने से पहले इसे भरें।',
  aiUnknown: 'यह मुझे नहीं पता। हमारी टीम से कोई आपको यहीं जवाब देगा।',
  aiFailed: 'इसका जवाब अभी नहीं दिया जा सकता। हमारी टीम से कोई आपको यहीं जवाब देगा।',
  unknownPage: 'यह पेज मौजूद नहीं है। पहले पेज पर वापस जाएँ।',
}
