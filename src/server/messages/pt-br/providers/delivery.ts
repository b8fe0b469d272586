import type { Translated } from '#contract/messages/shape.ts'
import type { deliveryErrors as english } from '../../en/providers/delivery.ts'

export const deliveryErrors: Translated<typeof english> = {
  code130403: {
    sentence: 'Esta pessoa bloqueou você no WhatsApp.',
    advice: 'Nada a fazer: não vamos mais escrever para ela.',
  },
  code130472: {
    sentence: 'O WhatsApp está retendo publicidade para esta pessoa por um teste próprio.',
    advice: 'Não envie a mesma mensagem de novo; escreva quando ela tiver escrito para você.',
  },
  code130497: {
    sentence: 'Sua empresa não pode escrever para pessoas deste país.',
    advice: 'Deixe de fora as pessoas deste país, ou veja o motivo no WhatsApp Manager.',
  },
  code131008: {
    sentence: 'O WhatsApp sentiu falta de algo no que enviamos.',
    advice: 'Se o motivo do WhatsApp não estiver claro, avise-nos.',
  },
  code131009: {
    sentence: 'O WhatsApp não aceitou um valor desta mensagem; muitas vezes é o número de telefone.',
    advice: 'Verifique o número de telefone e os valores desta pessoa.',
  },
  code131021: {
    sentence: 'Este é o número de onde a mensagem seria enviada.',
    advice: 'Tire seu próprio número da lista.',
  },
  code131026: {
    sentence: 'Este número não está no WhatsApp, ou não pode receber mensagens de empresas.',
    advice: 'Confirme o número com esta pessoa, ou fale com ela de outra forma.',
  },
  code131030: {
    sentence: 'Um número de teste só pode escrever para as pessoas da sua lista, e esta não está nela.',
    advice: 'Adicione o número à lista na Meta, ou envie de um número real.',
  },
  code131036: {
    sentence: 'O telefone desta pessoa não tem espaço para outra mensagem.',
    advice: 'Tente de novo em um ou dois dias.',
  },
  code131047: {
    sentence: 'Passaram mais de 24 horas desde que esta pessoa escreveu para você.',
    advice: 'Envie um modelo em vez de um texto livre.',
  },
  code131049: {
    sentence: 'Esta pessoa já recebeu publicidade suficiente por ora, então o WhatsApp reteve a mensagem.',
    advice: 'Espere pelo menos um dia antes de escrever de novo. Publicidade para os EUA é sempre retida.',
  },
  code131050: {
    sentence: 'Esta pessoa pediu para você parar de enviar publicidade.',
    advice: 'Nada a fazer: não vamos escrever de novo, a menos que ela permita.',
  },
  code131051: {
    sentence: 'O WhatsApp não conhece este tipo de mensagem.',
    advice: 'Se o motivo do WhatsApp não estiver claro, avise-nos.',
  },
  code131052: {
    sentence: 'Não foi possível baixar um arquivo desta pessoa; talvez seja grande demais.',
    advice: 'Peça que envie de novo, menor.',
  },
  code131053: {
    sentence: 'O WhatsApp não conseguiu receber a imagem, o vídeo ou o documento desta mensagem.',
    advice:
      'Verifique se o arquivo tem o tipo e o tamanho certos e se qualquer um pode abrir o endereço dele.',
  },
  code131055: {
    sentence: 'Este tipo de mensagem não pode ser enviado assim.',
    advice: 'Se o motivo do WhatsApp não estiver claro, avise-nos.',
  },
  code131056: {
    sentence: 'Esta pessoa recebeu várias mensagens suas em pouco tempo.',
    advice: 'Nada a fazer: a mensagem sai um pouco depois; as outras não são afetadas.',
  },
  code131062: {
    sentence: 'Um código só pode ser enviado a um número de telefone, e esta pessoa esconde o dela.',
    advice: 'Peça à pessoa o número de telefone dela.',
  },
  code135000: {
    sentence: 'O WhatsApp recusou esta mensagem sem dizer por quê.',
    advice: 'Se o motivo do WhatsApp não estiver claro, avise-nos.',
  },
  code137000: {
    sentence: 'Este número pode ser agora de outra pessoa.',
    advice: 'Confirme com a pessoa que ele ainda é dela antes de escrever de novo.',
  },
}
