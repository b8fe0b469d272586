import type { Translated } from '#contract/messages/shape.ts'
import type { numberErrors as english } from '../../en/providers/number.ts'

export const numberErrors: Translated<typeof english> = {
  code33: {
    sentence: 'O WhatsApp não conhece mais este número de envio.',
    advice: 'Verifique no WhatsApp Manager se o número ainda é da sua conta e conecte de novo.',
  },
  code613: {
    sentence: 'O WhatsApp pediu para irmos mais devagar.',
    advice: 'Nada a fazer: o envio continua sozinho em alguns minutos.',
  },
  code130429: {
    sentence: 'Este número chegou à velocidade que o WhatsApp permite.',
    advice: 'Nada a fazer: o envio continua sozinho em instantes, um pouco mais devagar.',
  },
  code131037: {
    sentence: 'O nome exibido com este número ainda não foi aprovado.',
    advice: 'Defina o nome de exibição no WhatsApp Manager e espere a aprovação.',
  },
  code131045: {
    sentence: 'Este número não está configurado para enviar, ou a configuração está com defeito.',
    advice: 'Registre o número de novo na página de conexão.',
  },
  code131048: {
    sentence: 'O WhatsApp não deixa sair mais mensagens deste número por ora.',
    advice: 'Esperamos um dia. Enquanto isso, veja o limite e a qualidade dele no WhatsApp Manager.',
  },
  code131057: {
    sentence: 'O WhatsApp está dando mais velocidade a este número e não aceita mensagens enquanto isso.',
    advice: 'Nada a fazer: leva cerca de um minuto.',
  },
  code133000: {
    sentence: 'Um cancelamento anterior do registro deste número não terminou.',
    advice: 'Cancele o registro do número de novo e depois registre-o.',
  },
  code133004: {
    sentence: 'O WhatsApp está fora do ar no momento.',
    advice: 'Nada a fazer: tentamos de novo até ele voltar.',
  },
  code133005: {
    sentence: 'O PIN de seis dígitos não é o deste número.',
    advice: 'Digite o PIN correto, ou defina um novo no WhatsApp Manager.',
  },
  code133006: {
    sentence: 'Este número precisa primeiro ser confirmado por um código.',
    advice: 'Peça um código por SMS ou ligação, digite-o e depois registre o número.',
  },
  code133008: {
    sentence: 'O PIN foi digitado errado vezes demais.',
    advice: 'Espere o tempo que o WhatsApp indicar e digite o PIN correto.',
  },
  code133009: {
    sentence: 'O PIN foi digitado de novo rápido demais.',
    advice: 'Espere o tempo que o WhatsApp indicar e digite o PIN mais uma vez.',
  },
  code133010: {
    sentence: 'Este número não está registrado para enviar.',
    advice: 'Registre o número na página de conexão; o que esperava continua então.',
  },
  code133015: {
    sentence: 'O registro deste número foi cancelado há pouco.',
    advice: 'Espere cinco minutos e depois registre-o.',
  },
  code133016: {
    sentence: 'Este número foi registrado e cancelado vezes demais.',
    advice: 'O WhatsApp permite de novo depois de três dias; antes disso nada ajuda.',
  },
}
