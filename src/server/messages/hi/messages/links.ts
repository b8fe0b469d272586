import type { Translated } from '#contract/messages/shape.ts'
import type { links as english } from '../../en/messages/links.ts'

export const links: Translated<typeof english> = {
  unknown: {
    title: 'लिंक नहीं मिला',
    text: 'देखें कि आपने पूरा लिंक कॉपी किया है, या बिज़नेस से नया लिंक माँगें।',
  },
  gone: {
    title: 'लिंक अब काम नहीं करता',
    text: 'जिस बिज़नेस ने इसे भेजा था, उसने इसे हटा दिया है।',
  },
  busy: {
    title: 'बहुत ज़्यादा कोशिशें',
    text: 'कुछ सेकंड रुकें, फिर लिंक दोबारा खोलें।',
  },
  away: {
    title: 'लिंक नहीं खुल सका',
    text: 'हमारी ओर से कोई समस्या है। कुछ सेकंड में फिर कोशिश करें।',
  },
}
