import type { Translated } from '#contract/messages/shape.ts'
import type { health as english } from '../../en/onboarding/health.ts'

export const health: Translated<typeof english> = {
  alert: {
    lane_stopped: '{number} से कोई संदेश नहीं भेजा जा रहा है।',
    token_dying: 'WhatsApp खाते {account} का एक्सेस जल्द खत्म होगा।',
    token_dead: 'WhatsApp खाते {account} का एक्सेस खत्म हो गया है।',
    webhook_silence: 'WhatsApp से डिलीवरी रिपोर्ट नहीं आ रही हैं।',
    disk_full: '{machine} की डिस्क लगभग भर गई है: {gb, number} GB खाली है।',
    database_lagging: 'डेटाबेस {seconds, plural, one {# सेकंड} other {# सेकंड}} पीछे है।',
  },
  remedy: {
    lane_stopped: 'आपके संदेश सुरक्षित हैं। क्या करना है, यह देखने के लिए डॉक्टर खोलें।',
    token_dying: 'खाता फिर से जोड़ें, ताकि आगे भी संदेश भेजे जा सकें।',
    token_dead: 'खाता फिर से जोड़ें, ताकि संदेश भेजे जा सकें।',
    webhook_silence: 'डॉक्टर खोलें: वह उस पते को जाँचता है जिस पर WhatsApp रिपोर्ट भेजता है।',
    disk_full: 'पुराने बैकअप और लॉग हटाएँ, या बड़ी डिस्क लें। भरी हुई डिस्क सब कुछ रोक देती है।',
    database_lagging: 'डेटाबेस सर्वर जाँचें: उसका लोड, उसकी डिस्क और उसके स्टैंडबाय।',
  },
  check: {
    title: {
      sending: 'भेजना',
      processes: 'प्रोसेस',
      database: 'डेटाबेस',
      webhooks: 'वेबहुक',
      disk: 'डिस्क',
      unknown: 'अज्ञात संदेश',
    },
    sending: {
      good: 'कोई नंबर रुका हुआ नहीं है।',
    },
    processes: {
      good: '{count, plural, one {# प्रोसेस चल रहा है।} other {# प्रोसेस चल रहे हैं।}}',
    },
    database: {
      good: 'यह {ms, number} ms में जवाब देता है।',
      comparing: 'यह अपनी पिछली स्थिति में नहीं है। भेजना रुका है।',
      comparingMeans: 'जो भेजा गया था, उसका मिलान हो रहा है। इसमें एक मिनट तक लगता है।',
    },
    webhooks: {
      good: 'सभी वेबहुक लागू हो गए हैं।',
      late: '{count, plural, one {# वेबहुक} other {# वेबहुक}} रुके हैं, सबसे पुराना {seconds, number} सेकंड से।',
      lateMeans: 'देखें कि कोई वर्कर चल रहा है। डिलीवरी रिपोर्ट और जवाब देर से दिखते हैं।',
      failed: 'पिछले 3 दिनों के {count, plural, one {# वेबहुक} other {# वेबहुक}} लागू नहीं हो सके।',
      failedMeans: 'इनमें ऑप्ट-आउट हो सकते हैं। Tidings हर घंटे फिर कोशिश करता है। इन्हें सहेजे गए वेबहुक में खोलें।',
    },
    disk: {
      good: '{gb, number} GB खाली है।',
      full: 'लगभग भरी हुई: {gb, number} GB खाली है।',
    },
    unknown: {
      good: '{count, plural, =0 {किसी संदेश की स्थिति अज्ञात नहीं है।} one {# संदेश की स्थिति अज्ञात है।} other {# संदेशों की स्थिति अज्ञात है।}}',
      many: '{count, number} संदेशों की स्थिति अज्ञात है।',
      manyMeans: 'एक साथ बहुत से होना WhatsApp तक के रास्ते में समस्या दिखाता है।',
    },
  },
  mail: {
    subject: '{count, number} समस्याओं पर ध्यान दें',
    link: 'देखें कि क्या करना है: {link}',
  },
  openDoctor: 'डॉक्टर खोलें',
}
