import type { Translated } from '#contract/messages/shape.ts'
import type { firstRun as english } from '../../en/dashboard/first-run.ts'

export const firstRun: Translated<typeof english> = {
  title: 'शुरू करें',
  count: '{of, number} में से {done, number}। हर कदम अपने आप पूरा होता है।',
  hide: 'छिपाएँ',
  hideAll: 'ये कदम छिपाएँ',
  doneAt: '{time} को पूरा',
  lede: 'आप अभी सब कुछ आज़मा सकते हैं। <b>{count, plural, one {# कदम} other {# कदम}}</b> बाकी।',
  startFailed: 'टेस्ट संदेश नहीं भेजा गया। फिर कोशिश करें।',
  answerFailed: 'जवाब नहीं भेजा गया। फिर कोशिश करें।',
  hideFailed: 'कदम अब भी दिख रहे हैं। फिर कोशिश करें।',
  account: {
    name: 'अपना खाता बनाएँ',
  },
  message: {
    name: 'टेस्ट संदेश भेजें',
    action: 'एक टेस्ट संदेश भेजें',
    busy: 'भेजा जा रहा है...',
    testNote: 'यह कुछ सेकंड में टेस्ट फ़ोन पर आता है। आप वहीं जवाब दे सकते हैं।',
    note: 'एक संदेश अपने फ़ोन पर भेजें।',
    read: 'टेस्ट फ़ोन ने इसे {seconds, plural, one {# सेकंड} other {# सेकंड}} बाद पढ़ा।',
  },
  customers: {
    name: 'अपने ग्राहक जोड़ें',
    action: 'CSV इम्पोर्ट करें',
    note: 'या एक को हाथ से जोड़ें। हम नंबर जाँचते हैं और डुप्लिकेट ढूँढते हैं।',
  },
  campaign: {
    name: 'अपना पहला कैंपेन भेजें',
    action: 'कैंपेन बनाएँ',
    takes: 'करीब 3 मिनट',
    note: 'तैयार टेम्पलेट और प्राप्तकर्ता चुनें।',
    testNote: 'तैयार टेम्पलेट चुनें। टेस्ट मोड में यह सिर्फ़ टेस्ट फ़ोन को मिलता है।',
  },
  number: {
    name: 'अपना WhatsApp नंबर जोड़ें',
    action: 'नंबर जोड़ें',
    takes: 'करीब 10 मिनट',
    note: 'आपको Facebook लॉगिन और बिना WhatsApp वाला नंबर चाहिए।',
  },
  phone: {
    title: 'टेस्ट फ़ोन',
    you: 'आप ग्राहक हैं',
    mode: 'टेस्ट मोड',
    log: 'टेस्ट फ़ोन पर संदेश',
    empty: 'टेस्ट संदेश यहाँ आता है।',
    file: 'फ़ाइल',
    reaction: '{emoji} से प्रतिक्रिया दी',
    field: 'ग्राहक के रूप में जवाब दें',
    placeholder: 'ग्राहक के रूप में जवाब',
    send: 'ग्राहक के रूप में भेजें',
    inbox: 'आपका जवाब <link>इनबॉक्स</link> में है।',
  },
}
