import type { Translated } from '#contract/messages/shape.ts'
import type { dashboard as english } from '../en/dashboard.ts'

export const dashboard: Translated<typeof english> = {
  greeting: {
    morning: 'सुप्रभात',
    afternoon: 'नमस्कार',
    evening: 'शुभ संध्या',
    guest: 'अतिथि',
    title: '{greeting}, {name}',
  },
  lede: {
    running: '<b>{name}</b> अभी भेजा जा रहा है: {percent} पूरा।',
    runningUntil: '<b>{name}</b> अभी भेजा जा रहा है: {percent} पूरा, लगभग <b>{time}</b> बजे समाप्त।',
    waiting: '<b>{name}</b> इंतज़ार में है: {percent} पूरा।',
    waitingUntil: '<b>{name}</b> इंतज़ार में है: {percent} पूरा, लगभग <b>{time}</b> बजे समाप्त।',
    notReached: 'यह <b>{count, plural, one {# व्यक्ति} other {# लोगों}}</b> तक नहीं पहुँचा।',
    yourTurn: '<link>{name}</link> को आपकी ज़रूरत है: {reason}',
    today: 'आज <b>{sent, plural, one {# संदेश भेजा गया} other {# संदेश भेजे गए}}</b>, <b>{read, number}</b> पढ़े गए।',
    scheduled:
      'अभी कुछ नहीं भेजा जा रहा है। {count, plural, one {<b># कैंपेन</b> निर्धारित है।} other {<b># कैंपेन</b> निर्धारित हैं।}}',
    consented:
      'आज आपने कुछ नहीं भेजा है। {count, plural, one {<b># व्यक्ति</b> ने} other {<b># लोगों</b> ने}} आपके संदेश पाने की सहमति दी है।',
    noLeads: 'आज कैंपेन भेजने के लिए <link>अपने पहले लीड जोड़ें</link>।',
  },
  side: 'आज और टूल',
  cards: {
    label: 'आँकड़े',
    loading: 'आँकड़े लोड हो रहे हैं',
    leads: 'इकट्ठा किए लीड',
    leadsNote: 'इस हफ़्ते {week, number}, सहमति वाले {consent, number}',
    messages: 'भेजे गए संदेश',
    messagesNote: 'आज {count, number}',
    campaigns: 'सक्रिय कैंपेन',
    running: '{count, number} चल रहे',
    scheduled: '{count, number} निर्धारित',
    paused: '{count, number} रुके हुए',
    total: 'अब तक {count, plural, one {# कैंपेन} other {# कैंपेन}}',
    none: 'अभी कोई नहीं',
  },
  recent: {
    title: 'हाल के कैंपेन',
    loading: 'कैंपेन लोड हो रहे हैं...',
    timesIn: 'समय {zone} के अनुसार',
    failed: 'लोड होने पर आपके कैंपेन यहाँ दिखेंगे।',
    empty: 'कोई कैंपेन नहीं मिला।',
    create: 'कैंपेन बनाएँ',
    how: 'स्वीकृत टेम्पलेट और प्राप्तकर्ता चुनें। प्रीव्यू देखें, फिर अभी या बाद में भेजें।',
  },
  running: {
    title: 'अभी चल रहा है',
    open: 'कैंपेन खोलें',
    all: 'सभी देखें',
    nothing: 'अभी कुछ नहीं भेजा जा रहा',
    done: '{rate}, {ahead} पूरा',
  },
  turn: {
    title: 'आपकी बारी',
    count: '{count, plural, one {# काम} other {# काम}}',
  },
  today: {
    title: 'आज',
    loading: 'आज के आँकड़े लोड हो रहे हैं',
    failed: 'अभी पता नहीं।',
    sent: 'भेजे गए',
    delivered: 'डिलीवर हुए',
    read: 'पढ़े गए',
    failedCount: 'विफल',
    unknown: 'अभी जवाब नहीं',
    left: 'आज की सीमा में बाकी',
  },
  tools: {
    title: 'टूल',
    templates: 'Meta टेम्पलेट संभालें',
    send: 'WhatsApp संदेश भेजें',
    logs: 'Meta लॉग देखें',
    webhook: 'वेबहुक टेस्टर',
  },
}
