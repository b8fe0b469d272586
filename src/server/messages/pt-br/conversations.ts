import type { Translated } from '#contract/messages/shape.ts'
import type { conversations as english } from '../en/conversations.ts'

export const conversations: Translated<typeof english> = {
  unknownPage: 'Esta página não existe. Volte para a primeira.',
  neverWrote: 'Esta pessoa ainda não escreveu para você. Envie um modelo aprovado.',
  windowClosed: 'A janela de 24 horas para responder fechou. Envie um modelo aprovado.',
  snoozeTime: 'Escolha um horário dentro do próximo ano.',
  noMember: 'Esta pessoa não faz parte da sua equipe.',
  changed: '{count, plural, =0 {Nada mudou.} one {# conversa mudou.} other {# conversas mudaram.}}',
}
