import type { Translated } from '#contract/messages/shape.ts'
import type { accountErrors as english } from '../../en/providers/account.ts'

export const accountErrors: Translated<typeof english> = {
  code0: {
    sentence: 'O WhatsApp não aceita mais nosso acesso à sua conta.',
    advice: 'Conecte de novo sua conta do WhatsApp; o que esperava continua então.',
  },
  code1: {
    sentence: 'O WhatsApp teve um problema próprio e não disse qual.',
    advice: 'Nada a fazer: tentamos de novo algumas vezes.',
  },
  code2: {
    sentence: 'O WhatsApp está fora do ar ou sobrecarregado no momento.',
    advice: 'Nada a fazer: tentamos de novo até ele voltar.',
  },
  code3: {
    sentence: 'Seu aplicativo do WhatsApp não tem permissão para fazer isto.',
    advice: 'Verifique as permissões do seu aplicativo na Meta e conecte de novo.',
  },
  code4: {
    sentence: 'Seu aplicativo já fez todas as chamadas que o WhatsApp permite por ora.',
    advice: 'Nada a fazer: o envio continua sozinho em até uma hora.',
  },
  code10: {
    sentence: 'Falta uma permissão necessária, ou ela foi retirada.',
    advice: 'Conecte de novo sua conta do WhatsApp e permita tudo o que for pedido.',
  },
  code100: {
    sentence: 'O WhatsApp não entendeu o que enviamos.',
    advice: 'Se o motivo do WhatsApp não estiver claro, avise-nos.',
  },
  code104: {
    sentence: 'O WhatsApp pediu um acesso que não pudemos mostrar.',
    advice: 'Conecte de novo sua conta do WhatsApp; o que esperava continua então.',
  },
  code190: {
    sentence: 'Nosso acesso à sua conta do WhatsApp terminou.',
    advice: 'Conecte de novo sua conta do WhatsApp; o que esperava continua então.',
  },
  code190_458: {
    sentence: 'Nosso aplicativo foi removido da sua conta do Facebook.',
    advice: 'Conecte de novo sua conta do WhatsApp; o que esperava continua então.',
  },
  code190_460: {
    sentence: 'A senha da conta do Facebook foi alterada, o que encerrou nosso acesso.',
    advice: 'Conecte de novo sua conta do WhatsApp; o que esperava continua então.',
  },
  code190_463: {
    sentence: 'Nosso acesso à sua conta do WhatsApp era por um tempo, e esse tempo acabou.',
    advice: 'Conecte de novo sua conta do WhatsApp; o que esperava continua então.',
  },
  code200: {
    sentence: 'Nosso acesso não alcança mais esta conta do WhatsApp.',
    advice: 'Conecte de novo sua conta do WhatsApp e permita tudo o que for pedido.',
  },
  code368: {
    sentence: 'O WhatsApp bloqueou sua conta por um tempo por violar as regras.',
    advice: 'Veja no WhatsApp Manager qual regra foi e até quando dura o bloqueio.',
  },
  code803: {
    sentence: 'O que se procurava não está mais no WhatsApp.',
    advice: 'Recarregue a página. Se continuar, conecte de novo sua conta do WhatsApp.',
  },
  code80007: {
    sentence: 'Sua conta do WhatsApp já fez todas as chamadas que pode por ora.',
    advice: 'Nada a fazer: o envio continua sozinho assim que o WhatsApp permitir.',
  },
  code80008: {
    sentence: 'Modelos e configurações foram pedidos vezes demais; o WhatsApp quer uma pausa.',
    advice: 'Nada a fazer: as mensagens continuam, e a lista é atualizada depois.',
  },
  code131016: {
    sentence: 'Uma parte do WhatsApp está fora do ar no momento.',
    advice: 'Nada a fazer: tentamos de novo até ele voltar.',
  },
  code131031: {
    sentence: 'O WhatsApp bloqueou sua conta.',
    advice: 'Veja o motivo no WhatsApp Manager e peça uma análise lá.',
  },
  code131042: {
    sentence: 'O WhatsApp não consegue cobrar as mensagens de você.',
    advice: 'Adicione ou corrija a forma de pagamento no WhatsApp Manager; depois retome o envio.',
  },
  code134011: {
    sentence: 'Os termos de pagamento do WhatsApp ainda não foram aceitos.',
    advice: 'Aceite-os no WhatsApp Manager; depois retome o envio.',
  },
  code100_33: {
    sentence: 'O WhatsApp não conhece este número de envio, ou não nos deixa usá-lo.',
    advice: 'Verifique no WhatsApp Manager se o número ainda é da sua conta e conecte de novo.',
  },
}
