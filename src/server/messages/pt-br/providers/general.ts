import type { Translated } from '#contract/messages/shape.ts'
import type { generalErrors as english } from '../../en/providers/general.ts'

export const generalErrors: Translated<typeof english> = {
  slowDown: {
    sentence: 'O WhatsApp pediu para irmos mais devagar.',
    advice: 'Nada a fazer: o envio continua sozinho em instantes.',
  },
  providerFault: {
    sentence: 'O WhatsApp teve um problema próprio.',
    advice: 'Nada a fazer: tentamos de novo automaticamente.',
  },
  accessEnded: {
    sentence: 'O WhatsApp não aceita mais nosso acesso à sua conta.',
    advice: 'Conecte de novo sua conta do WhatsApp.',
  },
  notAllowed: {
    sentence: 'O WhatsApp não permitiu isto.',
    advice: 'Leia abaixo o que o WhatsApp diz e verifique sua conta no WhatsApp Manager.',
  },
  refused: {
    sentence: 'O WhatsApp recusou isto.',
    advice: 'Leia abaixo o que o WhatsApp diz: ele dá o motivo.',
  },
  unreachable: {
    sentence: 'Não foi possível falar com o WhatsApp.',
    advice: 'Verifique se esta máquina está conectada à internet. Tentamos de novo automaticamente.',
  },
  silent: {
    sentence: 'O WhatsApp não respondeu a tempo, então não sabemos se ele fez isto.',
    advice: 'Espere alguns minutos: a resposta costuma chegar depois.',
  },
  unreadable: {
    sentence: 'O WhatsApp deu uma resposta que não conseguimos ler, então não sabemos se ele fez isto.',
    advice: 'Espere alguns minutos. Se continuar, algo entre esta máquina e o WhatsApp está atrapalhando.',
  },
  refusalUnread: {
    sentence: 'O WhatsApp recusou isto, mas o motivo se perdeu no caminho.',
    advice: 'Nada a fazer: tentamos de novo algumas vezes.',
  },
  intercepted: {
    sentence: 'Algo entre esta máquina e o WhatsApp respondeu no lugar dele.',
    advice:
      'Verifique a rede desta máquina: um firewall ou proxy pode estar atrapalhando. Continuamos tentando.',
  },
  malformed: {
    sentence: 'Não conseguimos montar esta solicitação.',
    advice: 'A falha é nossa: por favor, avise-nos.',
  },
  badToken: {
    sentence: 'Este token de acesso não é válido: tem quebras de linha ou outros sinais.',
    advice: 'Copie de novo o token de acesso, inteiro e sem quebras de linha, e conecte com ele.',
  },
}
