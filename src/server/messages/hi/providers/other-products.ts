import type { Translated } from '#contract/messages/shape.ts'
import type { otherProductErrors as english } from '../../en/providers/other-products.ts'

export const otherProductErrors: Translated<typeof english> = {
  code138000: {
    sentence: 'यह WhatsApp पर फ़ोन कॉल के बारे में है।',
    advice: 'Tidings इसे इस्तेमाल नहीं करता। WhatsApp Manager देखें।',
  },
  code139000: {
    sentence: 'WhatsApp के एक फ़ॉर्म में समस्या है।',
    advice: 'WhatsApp Manager में फ़ॉर्म ठीक करें।',
  },
  code139100: {
    sentence: 'इनमें से कुछ लोगों को ब्लॉक नहीं किया जा सका।',
    advice: 'केवल उन्हें ब्लॉक किया जा सकता है जिन्होंने पिछले 24 घंटों में आपको लिखा।',
  },
  code139101: {
    sentence: 'ब्लॉक किए लोगों की सूची भर गई है।',
    advice: 'पहले किसी को सूची से हटाएँ।',
  },
  code139102: {
    sentence: 'ब्लॉक किए लोगों की सूची कहीं और बदली जा रही है।',
    advice: 'कुछ करने की ज़रूरत नहीं: हम फिर कोशिश करते हैं।',
  },
  code139103: {
    sentence: 'WhatsApp ब्लॉक किए लोगों की सूची नहीं बदल सका।',
    advice: 'कुछ करने की ज़रूरत नहीं: हम फिर कोशिश करते हैं।',
  },
  code147001: {
    sentence: 'WhatsApp ने आपके कारोबार का नाम स्वीकार नहीं किया।',
    advice: 'WhatsApp Manager में दूसरा नाम चुनें।',
  },
  code1752041: {
    sentence: 'यह पहले ही माँगा जा चुका है।',
    advice: 'कुछ करने की ज़रूरत नहीं।',
  },
  code200005: {
    sentence: 'WhatsApp के पास अभी आपके खाते के टेम्पलेट के आँकड़े नहीं हैं।',
    advice: 'कुछ काम नहीं आता: वे और संदेशों के साथ आते हैं।',
  },
  code200006: {
    sentence: 'टेम्पलेट के आँकड़े फिर बंद नहीं किए जा सकते।',
    advice: 'कुछ करने की ज़रूरत नहीं।',
  },
  code200007: {
    sentence: 'आपके खाते के लिए टेम्पलेट के आँकड़े चालू नहीं हैं।',
    advice: 'उन्हें WhatsApp Manager में चालू करें।',
  },
  code2388001: {
    sentence: 'फ़ोन नंबर को इस खाते में लाना सफल नहीं हुआ।',
    advice: 'WhatsApp Manager में फिर कोशिश करें।',
  },
  code2494100: {
    sentence: 'नंबर लाया जा रहा है और थोड़ी देर इस्तेमाल नहीं हो सकता।',
    advice: 'कुछ करने की ज़रूरत नहीं: हम कुछ मिनट में फिर कोशिश करते हैं।',
  },
  code2593079: {
    sentence: 'खाता सौंपना सफल नहीं हुआ।',
    advice: 'WhatsApp Manager में फिर कोशिश करें।',
  },
  code2593107: {
    sentence: 'फ़ोन ऐप के संपर्क और इतिहास केवल एक बार लाए जा सकते हैं, और वह हो चुका।',
    advice: 'कुछ करने की ज़रूरत नहीं, जब तक नंबर हटाकर फिर न जोड़ा जाए।',
  },
  code2593108: {
    sentence: 'फ़ोन ऐप के संपर्क और इतिहास जोड़ने के एक दिन के भीतर ही लाए जा सकते हैं।',
    advice: 'उन्हें लाने के लिए नंबर हटाकर फिर जोड़ें।',
  },
}
