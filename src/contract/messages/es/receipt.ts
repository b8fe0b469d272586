import type { Translated } from '#contract/messages/shape.ts'
import type { receipt as english } from '../en/receipt.ts'

export const receipt: Translated<typeof english> = {
  title: 'Comprobante de un alta',
  titleOut: 'Comprobante de una baja',
  titleNone: 'Comprobante de un consentimiento retirado',
  business: 'Negocio',
  number: 'Número',
  when: 'Cuándo',
  phone: 'Teléfono',
  askedName: 'Nombre que dio',
  email: 'Correo electrónico',
  outcome: 'Resultado',
  outcomeText:
    '{outcome, select, opted_in {Aceptó} waiting {Se dio de baja antes. Debe escribirte START.} asked {Le pedimos confirmar por WhatsApp} unasked {Sin preguntar: no se pudo enviar la pregunta} none {Consentimiento retirado} other {Se dio de baja}}',
  way: 'Cómo llegó',
  wayText:
    '{way, select, link {Enlace} qr {Código QR} button {Botón en WhatsApp} message {Mensaje de WhatsApp} widget {Sitio web} reply {Su mensaje} whatsapp {Ajustes de WhatsApp} refused {Lo informó WhatsApp} team {Lo registró tu equipo} import {Indicado en una importación} api {Indicado por un programa} number {Cambió el número} withdrawal {Baja} other {Otro}}',
  recordedBy: 'Registrado por',
  details: 'Detalles',
  atPage: 'Página',
  theirMessage: 'Lo que escribió',
  form: 'Formulario',
  version: 'Versión {version, number}',
  network: 'Red',
  browser: 'Navegador',
  wamid: 'Mensaje de WhatsApp',
  shown: 'Qué mostró la página',
  hash: 'SHA-256 del texto',
  hashOf:
    'El SHA-256 exacto del texto de arriba, en UTF-8, con sus líneas unidas por un salto de línea. El JSON también lo contiene.',
  textNotKnown: 'No se sabe qué texto vio esta persona.',
  textNotKnownWhy:
    'Te escribió por un enlace, una palabra clave o un cartel anterior. Estos no indican qué texto tenían al lado.',
}
