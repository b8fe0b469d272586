import type { Translated } from '#contract/messages/shape.ts'
import type { history as english } from '../../en/leads/history.ts'

export const history: Translated<typeof english> = {
  imported: 'Importado de {file}',
  added: 'Adicionado',
  origins: {
    manual: 'Adicionado manualmente',
    csv: 'Importado de um arquivo',
    api: 'Adicionado por um programa',
    openstreetmap: 'Encontrado no OpenStreetMap',
    inbound: 'Escreveu para você primeiro',
    number_changed: 'Número novo de uma pessoa conhecida',
  },
  lastInbound: 'Última mensagem da pessoa',
  fromAd: '{kind, select, post {Veio de uma publicação} other {Veio de um anúncio}}',
  fromAdNamed: '{kind, select, post {Veio da publicação “{name}”} other {Veio do anúncio “{name}”}}',
  consent:
    '{consent, select, opted_in {Deu consentimento} opted_out {Descadastrou-se} other {Consentimento removido}}{way, select, reply {, pela resposta} manual {, registrado manualmente} import {, conforme a importação} api {, conforme um programa} whatsapp_preference {, nas configurações do WhatsApp} whatsapp_signup {, pelo link de inscrição do WhatsApp} number_changed {, porque o número mudou} provider_error {, conforme informa o WhatsApp} other {}}',
  consentBy:
    '{consent, select, opted_in {Deu consentimento} opted_out {Descadastrou-se} other {Consentimento removido}}{way, select, reply {, pela resposta} manual {, registrado manualmente} import {, conforme a importação} api {, conforme um programa} whatsapp_preference {, nas configurações do WhatsApp} whatsapp_signup {, pelo link de inscrição do WhatsApp} number_changed {, porque o número mudou} provider_error {, conforme informa o WhatsApp} other {}}, por {by}',
  campaign: 'Campanha {name}',
  message: 'Mensagem {template}',
  repliedTo: 'Respondeu à campanha {name}',
  messagedYou: 'Escreveu para você',
  asked: {
    stop: 'Perguntamos se a pessoa quer parar de receber mensagens.',
    start: 'Perguntamos se a pessoa quer receber mensagens.',
    stopOpen:
      'Perguntamos se a pessoa quer parar de receber mensagens. As mensagens de marketing aguardam a resposta.',
    startOpen: 'Perguntamos se a pessoa quer receber mensagens. Ainda sem resposta.',
    unsent: 'Resposta pouco clara. Pergunte à pessoa e depois registre o consentimento.',
  },
  kinds: {
    image: 'Enviou uma imagem',
    video: 'Enviou um vídeo',
    audio: 'Enviou uma mensagem de voz',
    document: 'Enviou um documento',
    sticker: 'Enviou uma figurinha',
    location: 'Enviou uma localização',
    contacts: 'Enviou um contato',
    order: 'Enviou um pedido',
    reaction: 'Removeu uma reação',
    other: 'Enviou uma mensagem sem texto',
  },
}
