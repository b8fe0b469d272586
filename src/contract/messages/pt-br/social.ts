import type { Translated } from '#contract/messages/shape.ts'
import type { social as english } from '../en/social.ts'

export const social: Translated<typeof english> = {
  platform: 'Escolha facebook, instagram, youtube ou linkedin.',
  chooseOne: 'Escolha pelo menos uma conta.',
  localTime: 'Escreva a hora como 09:30.',
  allRequired: 'Todos os campos são obrigatórios.',
  draftMax: 'Este rascunho é longo demais para ser salvo. Encurte-o.',
}
