import type { Translated } from '#contract/messages/shape.ts'
import type { hooks as english } from '../../en/integrations/hooks.ts'

export const hooks: Translated<typeof english> = {
  address: {
    invalid: 'पूरा पता लिखें, जैसे https://example.com/hooks।',
    https: 'https:// से शुरू होने वाला पता लिखें।',
    notListed: 'यह इंस्टॉलेशन केवल वही साइटें खोलता है जिनकी इसके ऑपरेटर ने अनुमति दी है।',
    notPublic: 'यह पता सार्वजनिक इंटरनेट पर नहीं है। कोई और पता लिखें।',
  },
  tooMany: 'आपके पास {count, number} वेबहुक हैं। पहले एक हटाएँ।',
  removed: 'वेबहुक हटाया गया।',
  off: 'यह वेबहुक बंद है। पहले इसे चालू करें।',
  stillWaiting: 'यह कॉल अभी इंतज़ार में है। यह अपने आप होगी।',
  mail: {
    subject: 'एक वेबहुक बंद किया गया',
    off: 'नमस्ते {name}, Tidings {url} पर इवेंट नहीं भेज सका और इस वेबहुक को बंद कर दिया है।',
    do: 'पता ठीक करें, फिर वेबहुक चालू करें और विफल कॉल दोबारा भेजें: {link}',
  },
}
