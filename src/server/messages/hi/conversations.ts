import type { Translated } from '#contract/messages/shape.ts'
import type { conversations as english } from '../en/conversations.ts'

export const conversations: Translated<typeof english> = {
  unknownPage: 'यह पेज मौजूद नहीं है। पहले पेज पर जाएँ।',
  neverWrote: 'इस व्यक्ति ने आपको अभी तक नहीं लिखा है। कोई स्वीकृत टेम्पलेट भेजें।',
  windowClosed: '24 घंटे की जवाब देने की समय-सीमा खत्म हो गई है। कोई स्वीकृत टेम्पलेट भेजें।',
  snoozeTime: 'अगले एक साल के अंदर का समय चुनें।',
  noMember: 'यह व्यक्ति आपकी टीम में नहीं है।',
  changed: '{count, plural, =0 {कुछ नहीं बदला।} one {# बातचीत बदली गई।} other {# बातचीत बदली गईं।}}',
}
