import type { Translated } from '#contract/messages/shape.ts'
import type { otherProductErrors as english } from '../../en/providers/other-products.ts'

export const otherProductErrors: Translated<typeof english> = {
  code138000: {
    sentence: 'Isto é sobre chamadas no WhatsApp.',
    advice: 'O Tidings não usa isto. Veja no WhatsApp Manager.',
  },
  code139000: {
    sentence: 'Um formulário do WhatsApp tem um problema.',
    advice: 'Corrija o formulário no WhatsApp Manager.',
  },
  code139100: {
    sentence: 'Não foi possível bloquear algumas dessas pessoas.',
    advice: 'Só pode ser bloqueado quem escreveu para você nas últimas 24 horas.',
  },
  code139101: {
    sentence: 'A lista de pessoas bloqueadas está cheia.',
    advice: 'Tire alguém da lista primeiro.',
  },
  code139102: {
    sentence: 'A lista de pessoas bloqueadas está sendo alterada em outro lugar.',
    advice: 'Nada a fazer: tentamos de novo.',
  },
  code139103: {
    sentence: 'O WhatsApp não conseguiu alterar a lista de pessoas bloqueadas.',
    advice: 'Nada a fazer: tentamos de novo.',
  },
  code147001: {
    sentence: 'O WhatsApp não aceitou o nome da sua empresa.',
    advice: 'Escolha outro nome no WhatsApp Manager.',
  },
  code1752041: {
    sentence: 'Isto já foi pedido.',
    advice: 'Nada a fazer.',
  },
  code200005: {
    sentence: 'O WhatsApp ainda não tem números de modelos da sua conta.',
    advice: 'Nada ajuda: eles vêm com mais mensagens.',
  },
  code200006: {
    sentence: 'Os números de modelos não podem ser desativados de novo.',
    advice: 'Nada a fazer.',
  },
  code200007: {
    sentence: 'Os números de modelos não estão ativados na sua conta.',
    advice: 'Ative-os no WhatsApp Manager.',
  },
  code2388001: {
    sentence: 'Não deu certo mover o número de telefone para esta conta.',
    advice: 'Tente de novo no WhatsApp Manager.',
  },
  code2494100: {
    sentence: 'O número está sendo movido e não pode ser usado por um momento.',
    advice: 'Nada a fazer: tentamos de novo em alguns minutos.',
  },
  code2593079: {
    sentence: 'Não deu certo transferir a conta.',
    advice: 'Tente de novo no WhatsApp Manager.',
  },
  code2593107: {
    sentence:
      'Os contatos e o histórico do app do telefone só podem ser trazidos uma vez, e isso já foi feito.',
    advice: 'Nada a fazer, a menos que o número seja desconectado e conectado de novo.',
  },
  code2593108: {
    sentence:
      'Os contatos e o histórico do app do telefone só podem ser trazidos até um dia depois de conectar.',
    advice: 'Desconecte o número e conecte de novo para trazê-los.',
  },
}
