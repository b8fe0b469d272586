import type { Translated } from '#contract/messages/shape.ts'
import type { segments as english } from '../en/segments.ts'

export const segments: Translated<typeof english> = {
  sentence: 'Personas que {rules}.',
  group: '({rules})',
  copyOf: '{name} (copia)',
  tooMany: 'Una empresa tiene como máximo {most, number} segmentos. Elimina alguno primero.',
  editedMeanwhile: 'Alguien cambió este segmento mientras tanto. Vuelve a cargarlo y repite tu cambio.',
  nameTaken: 'Ya hay un segmento llamado {name}. Elige otro nombre.',
  usedBySequence: 'La secuencia «{name}» usa este segmento. Elige antes otra cosa allí.',
  inUse:
    '{count, plural, one {Una campaña que no ha empezado usa} other {# campañas que no han empezado usan}} este segmento. Elige otras personas allí o cancélala, y elimínalo después.',
  tag: '{is, select, any {tienen la etiqueta {tags}} all {tienen las etiquetas {tags}} other {no tienen la etiqueta {tags}}}',
  consent:
    '{consent, select, opted_in {{did, select, yes {aceptaron mensajes de marketing{when}} other {no aceptaron mensajes de marketing{when}}}} opted_out {{did, select, yes {se dieron de baja{when}} other {no se dieron de baja{when}}}} other {{did, select, yes {no tienen consentimiento registrado} other {tienen registrado su consentimiento o su baja}}}}',
  reachable:
    '{did, select, yes {se pueden contactar por WhatsApp} other {no se pueden contactar por WhatsApp}}',
  unreachableFor: 'no son localizables desde hace {count, plural, one {# día} other {# días}} o más',
  text: '{is, select, is {tienen “{value}” en {field}} is_not {no tienen exactamente “{value}” en {field}} contains {tienen {field} que contiene “{value}”} contains_not {tienen {field} que no contiene “{value}”} starts {tienen {field} que empieza por “{value}”} known {tienen {field} con un valor} unknown {no tienen nada en {field}} more {tienen {field} mayor que {value}} less {tienen {field} menor que {value}} before {tienen {field} antes del {value}} after {tienen {field} después del {value}} other {tienen {field} en este mes}}',
  texts: {
    name: 'nombre',
    phone: 'teléfono',
    email: 'correo',
    username: 'nombre de usuario de WhatsApp',
  },
  sources: '{did, select, yes {llegaron por {sources}} other {no llegaron por {sources}}}',
  source:
    '{source, select, manual {entrada manual} csv {un archivo} api {la API} openstreetmap {OpenStreetMap} inbound {un mensaje a ti} optin {un formulario de suscripción} other {{source}}}',
  added: '{did, select, yes {se añadieron {when}} other {no se añadieron {when}}}',
  wrote: '{did, select, yes {te escribieron {when}} other {no te escribieron {when}}}',
  ad: '{any, select, yes {un anuncio o una publicación} other {el anuncio o la publicación “{ad}”}}',
  cameFrom: '{did, select, yes {llegaron desde {what} {when}} other {no llegaron desde {what} {when}}}',
  scoped: '{what} ({scope})',
  scope: {
    days: 'enviado del {from} al {to}',
    number: 'desde {number}',
    template: 'plantilla {template}',
    variant: 'versión {variant}',
    code: 'error {code}',
    category:
      '{category, select, MARKETING {marketing} UTILITY {utilidad} AUTHENTICATION {código de acceso} AUTHENTICATION_INTERNATIONAL {código de acceso internacional} other {servicio}}',
    day: 'enviado el {day}',
    hour: 'enviado el {weekday} de {from} a {to}, hora local',
  },
  what: '{any, select, yes {un mensaje} other {“{campaign}”}}',
  form: '{any, select, yes {un formulario de suscripción} other {el formulario “{form}”}}',
  deed: {
    sent: '{did, select, yes {son destinatarias de {what} {when}} other {no son destinatarias de {what} {when}}}',
    delivered: '{did, select, yes {recibieron {what} {when}} other {no recibieron {what} {when}}}',
    read: '{did, select, yes {leyeron {what} {when}} other {no leyeron {what} {when}}}',
    clicked:
      '{did, select, yes {hicieron clic en {link, plural, =0 {un enlace} other {el enlace #}} de {what} {when}} other {no hicieron clic en {link, plural, =0 {un enlace} other {el enlace #}} de {what} {when}}}',
    answered: '{did, select, yes {respondieron a {what} {when}} other {no respondieron a {what} {when}}}',
    failed:
      '{did, select, yes {tuvieron un fallo con {what} {when}} other {no tuvieron un fallo con {what} {when}}}',
    failed_for_now:
      '{did, select, yes {tuvieron un fallo pasajero en {what} {when}} other {no tuvieron un fallo pasajero en {what} {when}}}',
  },
  converted:
    '{any, select, yes {{did, select, yes {compraron o convirtieron {when}} other {no compraron ni convirtieron {when}}}} other {{did, select, yes {llegaron a “{event}” {when}} other {no llegaron a “{event}” {when}}}}}',
  after:
    '{touch, select, campaign {{any, select, yes {tras una campaña} other {tras la campaña “{name}”}}} sequence {{any, select, yes {tras una secuencia} other {tras la secuencia “{name}”}}} ad {{any, select, yes {tras un anuncio o una publicación} other {tras el anuncio o la publicación “{name}”}}} form {{any, select, yes {tras un formulario de suscripción} other {tras el formulario “{name}”}}} message {tras un mensaje suelto} other {tras ninguno de tus mensajes, anuncios o formularios}}',
  byRead: 'un mensaje leído cuenta',
  atLeast: 'por al menos {amount}',
  conversation:
    '{state, select, any {{did, select, yes {tienen una conversación} other {no tienen ninguna conversación}}} open {{did, select, yes {tienen una conversación abierta} other {no tienen ninguna conversación abierta}}} snoozed {{did, select, yes {tienen una conversación pospuesta} other {no tienen ninguna conversación pospuesta}}} other {{did, select, yes {tienen una conversación cerrada} other {no tienen ninguna conversación cerrada}}}}',
  optin: '{did, select, yes {aceptaron en {form} {when}} other {no aceptaron en {form} {when}}}',
  when: {
    days: '{count, plural, one {en el último día} other {en los últimos # días}}',
    since: 'desde el {day}',
    between: 'entre el {from} y el {to}',
    day: 'el {day}',
  },
  cell: {
    undeliverable: 'No entregables desde hace 90 días',
    not_delivered: '{name}: sin entregar',
    not_read: '{name}: entregado, sin leer',
    not_clicked: '{name}: leído, sin clic',
    clicked: '{name}: con clic',
    not_converted: '{name}: con clic, sin compra',
    not_answered: '{name}: leído, sin respuesta',
    answered: '{name}: respondido',
    failed_for_now: '{name}: fallo pasajero',
    failed: '{name}: con fallo',
  },
}
