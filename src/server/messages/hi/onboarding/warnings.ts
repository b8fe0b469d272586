import type { Translated } from '#contract/messages/shape.ts'
import type { warnings as english } from '../../en/onboarding/warnings.ts'

export const warnings: Translated<typeof english> = {
  title: {
    disable_scheduled: 'खाता बंद होने वाला है',
    violation: 'नीति का उल्लंघन',
    alert: 'Meta की चेतावनी',
    pin_reset: 'PIN रीसेट का अनुरोध',
  },
  disableOn: 'Meta {date} को {account} बंद कर देगा।',
  disable: 'Meta {account} को बंद करने वाला है।',
  disableAdvice: 'कारण WhatsApp Manager में देखें और उससे पहले समीक्षा माँगें।',
  violation: 'Meta ने {account} पर नीति का उल्लंघन बताया: {type}।',
  violationAdvice: 'WhatsApp Manager में देखें और इसे रोकें। और उल्लंघनों से खाता खत्म हो सकता है।',
  alert: 'Meta ने {account} के बारे में चेताया: {description}',
  alertAdvice: 'Meta क्या चाहता है, WhatsApp Manager में देखें।',
  pinReset: 'किसी ने Meta से {account} का PIN रीसेट करने को कहा।',
  pinResetAdvice: 'अगर यह आप नहीं थे, तो अभी WhatsApp Manager में रद्द करें।',
  reported: 'सूचना: {date}।',
}
