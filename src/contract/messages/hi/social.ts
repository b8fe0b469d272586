import type { Translated } from '#contract/messages/shape.ts'
import type { social as english } from '../en/social.ts'

export const social: Translated<typeof english> = {
  platform: 'facebook, instagram, youtube या linkedin चुनें।',
  chooseOne: 'कम से कम एक अकाउंट चुनें।',
  localTime: 'समय ऐसे लिखें: 09:30।',
  allRequired: 'सभी फ़ील्ड ज़रूरी हैं।',
  draftMax: 'यह ड्राफ़्ट सेव करने के लिए बहुत लंबा है। इसे छोटा करें।',
}
