import type { Translated } from '#contract/messages/shape.ts'
import type { firstRun as english } from '../../en/dashboard/first-run.ts'

export const firstRun: Translated<typeof english> = {
  title: 'Primeros pasos',
  count: '{done, number} de {of, number}. Cada paso se marca solo.',
  hide: 'Ocultar',
  hideAll: 'Ocultar estos pasos',
  doneAt: 'Hecho {time}',
  lede: 'Ya puedes probarlo todo. {count, plural, one {Queda <b># paso</b>.} other {Quedan <b># pasos</b>.}}',
  startFailed: 'El mensaje de prueba no se envió. Inténtalo de nuevo.',
  answerFailed: 'La respuesta no se envió. Inténtalo de nuevo.',
  hideFailed: 'Los pasos siguen a la vista. Inténtalo de nuevo.',
  account: {
    name: 'Crea tu cuenta',
  },
  message: {
    name: 'Envía un mensaje de prueba',
    action: 'Enviar un mensaje de prueba',
    busy: 'Enviando...',
    testNote: 'Llega al teléfono de prueba en segundos. Puedes responderlo allí.',
    note: 'Envía uno a tu propio teléfono.',
    read: 'El teléfono de prueba lo leyó después de {seconds, plural, one {# segundo} other {# segundos}}.',
  },
  customers: {
    name: 'Agrega a tus clientes',
    action: 'Importar CSV',
    note: 'O agrega uno a mano. Revisamos los números y buscamos duplicados.',
  },
  campaign: {
    name: 'Envía tu primera campaña',
    action: 'Crear una campaña',
    takes: 'Unos 3 minutos',
    note: 'Elige una plantilla lista y a sus destinatarios.',
    testNote: 'Elige una plantilla lista. En modo de prueba, solo la recibe el teléfono de prueba.',
  },
  number: {
    name: 'Conecta tu número de WhatsApp',
    action: 'Conectar número',
    takes: 'Unos 10 minutos',
    note: 'Necesitas un acceso de Facebook y un número sin WhatsApp.',
  },
  phone: {
    title: 'Teléfono de prueba',
    you: 'Tú eres el cliente',
    mode: 'Modo de prueba',
    log: 'Mensajes del teléfono de prueba',
    empty: 'El mensaje de prueba llega aquí.',
    file: 'Archivo',
    reaction: 'Reaccionó con {emoji}',
    field: 'Responder como el cliente',
    placeholder: 'Responde como cliente',
    send: 'Enviar como el cliente',
    inbox: 'Tu respuesta está en la <link>Bandeja de entrada</link>.',
  },
}
