import type { Translated } from '#contract/messages/shape.ts'
import type { history as english } from '../../en/leads/history.ts'

export const history: Translated<typeof english> = {
  imported: 'Importado de {file}',
  added: 'Añadido',
  origins: {
    manual: 'Añadido manualmente',
    csv: 'Importado de un archivo',
    api: 'Añadido por un programa',
    openstreetmap: 'Encontrado en OpenStreetMap',
    inbound: 'Te escribió primero',
    number_changed: 'Número nuevo de una persona conocida',
  },
  lastInbound: 'Su último mensaje',
  fromAd: '{kind, select, post {Llegó desde una publicación} other {Llegó desde un anuncio}}',
  fromAdNamed:
    '{kind, select, post {Llegó desde la publicación “{name}”} other {Llegó desde el anuncio “{name}”}}',
  consent:
    '{consent, select, opted_in {Dio su consentimiento} opted_out {Se dio de baja} other {Consentimiento retirado}}{way, select, reply {, con su respuesta} manual {, registrado manualmente} import {, según la importación} api {, según un programa} whatsapp_preference {, en sus ajustes de WhatsApp} whatsapp_signup {, por el enlace de registro de WhatsApp} number_changed {, porque cambió de número} provider_error {, según informa WhatsApp} other {}}',
  consentBy:
    '{consent, select, opted_in {Dio su consentimiento} opted_out {Se dio de baja} other {Consentimiento retirado}}{way, select, reply {, con su respuesta} manual {, registrado manualmente} import {, según la importación} api {, según un programa} whatsapp_preference {, en sus ajustes de WhatsApp} whatsapp_signup {, por el enlace de registro de WhatsApp} number_changed {, porque cambió de número} provider_error {, según informa WhatsApp} other {}}, por {by}',
  campaign: 'Campaña {name}',
  message: 'Mensaje {template}',
  repliedTo: 'Respondió a la campaña {name}',
  messagedYou: 'Te escribió',
  asked: {
    stop: 'Le preguntamos si quiere dejar de recibir mensajes.',
    start: 'Le preguntamos si quiere recibir mensajes.',
    stopOpen:
      'Le preguntamos si quiere dejar de recibir mensajes. Los mensajes de marketing esperan la respuesta.',
    startOpen: 'Le preguntamos si quiere recibir mensajes. Aún no hay respuesta.',
    unsent: 'Respuesta poco clara. Pregúntale y luego registra su consentimiento.',
  },
  kinds: {
    image: 'Envió una imagen',
    video: 'Envió un video',
    audio: 'Envió un mensaje de voz',
    document: 'Envió un documento',
    sticker: 'Envió un sticker',
    location: 'Envió una ubicación',
    contacts: 'Envió un contacto',
    order: 'Envió un pedido',
    reaction: 'Quitó una reacción',
    other: 'Envió un mensaje sin texto',
  },
}
