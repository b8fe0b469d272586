import type { Translated } from '#contract/messages/shape.ts'
import type { social as english } from '../en/social.ts'

export const social: Translated<typeof english> = {
  platform: 'Elige facebook, instagram, youtube o linkedin.',
  chooseOne: 'Elige al menos una cuenta.',
  localTime: 'Escribe la hora como 09:30.',
  allRequired: 'Todos los campos son obligatorios.',
  draftMax: 'Este borrador es demasiado largo para guardarlo. Acórtalo.',
}
