import type { Translated } from '#contract/messages/shape.ts'
import type { templates as english } from '../en/templates.ts'

export const templates: Translated<typeof english> = {
  submission: {
    waiting: 'Esperando una cuenta',
    sending: 'Enviándose',
    failed: 'No enviada',
    submitted: 'Enviada',
  },
  waitsForAccount: 'Pasará a revisión de WhatsApp en cuanto conectes una cuenta.',
  providerSays: '{reason} WhatsApp dice: {details}',
  warning: {
    detected: 'WhatsApp indica que su texto corresponde a {to}, no a {from}.',
  },
  problem: {
    notApproved: '“{name}” aún no está aprobada. {why}',
    deleted: '“{name}” se eliminó en WhatsApp. Elige otra plantilla.',
    status: '“{name}” no se puede enviar ahora. {why}',
    part: 'No puedes enviar “{name}” desde aquí: tiene {part, select, product {un producto único} other {un encabezado {part}}}. Elige otra plantilla.',
    headerFile: 'Falta aquí el archivo del encabezado de “{name}”. Abre la plantilla y súbelo.',
    cardFile: 'Falta aquí un archivo de las tarjetas de “{name}”. Abre la plantilla y súbelo.',
    noTarget:
      'Añade la dirección a la que lleva el botón “{button}” de “{name}”. Abre la plantilla y guárdala.',
  },
  edit: {
    notSubmitted: 'Aún no está en WhatsApp. Al guardar pasa a revisión.',
    free: 'Al guardar pasa de nuevo a revisión. Puedes hacerlo cuantas veces quieras.',
    inReview: 'WhatsApp la está revisando. Puedes cambiarla después de la revisión, normalmente en minutos.',
    locked: 'WhatsApp no permite cambiarla ahora. Estado: {status}.',
    monthUsed:
      'La cambiaste {limit, plural, one {# vez} other {# veces}} en 30 días. WhatsApp no permite más.',
    dayUsed: 'La cambiaste en las últimas 24 horas. WhatsApp permite un cambio al día.',
    allowed:
      'WhatsApp revisa cada cambio y hasta entonces no puedes enviarla. Un cambio al día, {limit, number} en 30 días. {left, plural, one {Queda # cambio} other {Quedan # cambios}}.',
    refused: '{why} Próximo cambio: {time}.',
    notConnected:
      'La cuenta de WhatsApp de esta plantilla no está conectada. Conéctala para cambiar la plantilla.',
    changedMeanwhile: 'Esta plantilla se cambió al mismo tiempo. Vuelve a cargarla.',
    foreignParts:
      'No puedes editar aquí todas las partes de esta plantilla. Cámbiala en el administrador de WhatsApp.',
    otpType:
      'No puedes cambiar una plantilla a códigos de un solo uso ni al revés. Añade una plantilla nueva.',
    categoryFixed:
      'WhatsApp no permite cambiar la categoría de una plantilla aprobada. Añade una plantilla nueva.',
    variablesFixed:
      'Esta plantilla usa {format, select, NAMED {nombres} other {números}}, como {example}, y WhatsApp no permite cambiarlo. Consérvalos o añade una plantilla nueva.',
    headerFile: 'WhatsApp necesita el archivo del encabezado en cada cambio. Súbelo aquí.',
    cardFiles: 'WhatsApp necesita los archivos de todas las tarjetas en cada cambio. Súbelos aquí.',
  },
  add: {
    required: 'El título y el contenido son obligatorios',
    requiredMeta: 'El nombre y el cuerpo de la plantilla son obligatorios.',
    titleLong:
      'El título tiene {count, plural, one {# carácter} other {# caracteres}}. El límite es {limit, number}.',
    unknownPredefined: 'Ninguna plantilla predefinida tiene este nombre e idioma. Elige una de la lista.',
    nameUsed: 'Ya existe una plantilla {name} en este idioma. Elige otro nombre o edita esa plantilla.',
    nameRace: 'Se añadió una plantilla con este nombre al mismo tiempo. Inténtalo de nuevo.',
    publicUrl: 'Primero pon en PUBLIC_URL una dirección pública. La gente no podría abrir los enlaces.',
    sameText:
      '“{title}” tiene el mismo texto y WhatsApp rechaza otra plantilla igual. Cambia algunas palabras.',
    done: 'Plantilla añadida',
    submitted: 'Plantilla enviada.',
    saved: 'Plantilla guardada. Pasará a revisión de WhatsApp en cuanto conectes una cuenta.',
    putOff: '“{title}” está guardada. {why}',
  },
  submit: {
    retried: '{why} Se envía de nuevo automáticamente.',
    running: 'Esta plantilla se está enviando. Inténtalo en un minuto.',
    already: 'Esta plantilla ya está en WhatsApp. Cámbiala para enviarla de nuevo a revisión.',
  },
  changed: 'Plantilla actualizada',
  removed: 'Plantilla eliminada',
  removeNotConnected:
    'La cuenta de WhatsApp de esta plantilla no se puede usar ahora. Conéctala de nuevo para eliminar la plantilla.',
  pricesSaved: 'Precios guardados',
  unpause: {
    notPaused: 'Esta plantilla no está pausada.',
    notConnected:
      'La cuenta de WhatsApp de esta plantilla no está conectada. Conéctala e inténtalo de nuevo.',
    refused: 'WhatsApp aún no reactiva esta plantilla. Una pausa por baja calidad termina automáticamente.',
    done: 'La plantilla está activa de nuevo.',
  },
  list: {
    cursor: 'Este cursor no es válido. Empieza desde la primera página.',
    notConnected: 'Conecta una cuenta de WhatsApp para ver aquí sus plantillas.',
    syncFailed: 'La última sincronización con WhatsApp falló. {why}',
  },
  file: {
    wrongKind:
      'Este archivo no es {kind, select, IMAGE {una imagen} VIDEO {un video} GIF {un MP4 de hasta 3,5 MB} other {un PDF}}. Sube otro archivo.',
    notFound: 'No se encontró el archivo del encabezado. Súbelo de nuevo.',
    choose: 'Elige un archivo.',
    otherType: 'WhatsApp no acepta este tipo de archivo en un encabezado. Acepta: {accepted}.',
    tooLarge: 'El archivo es demasiado grande. WhatsApp acepta {accepted}.',
    missing: 'Falta el archivo del encabezado en este servidor. Abre la plantilla y súbelo de nuevo.',
  },
  variable: {
    address: 'la dirección de “{button}”',
    products: 'los productos de “{button}”',
    code: 'el código para copiar',
    place:
      '{part, select, latitude {la latitud del lugar} longitude {la longitud del lugar} name {el nombre del lugar} other {la dirección del lugar}}',
    offerEnds: 'cuándo termina la oferta',
    onCard: '{variable} en la tarjeta {number, number}',
    addressOnCard: 'la dirección de “{button}” en la tarjeta {number, number}',
    otp: 'el código',
  },
  value: {
    productsMany: 'WhatsApp muestra como mucho {products, number} productos en {sections, number} secciones.',
    offerEnds: 'Indica cuándo termina la oferta con fecha, hora y zona horaria, como {sample}.',
    offerPast: 'La oferta ya terminó. Elige una hora posterior.',
    products: 'Indica los identificadores de los productos del catálogo.',
  },
  stop: {
    inReviewAsk: 'Esperando a que WhatsApp revise la nueva versión. Después reanuda la campaña.',
    inReview: 'Esperando a que WhatsApp revise la nueva versión. Después la campaña sigue automáticamente.',
    cannotSend: 'La plantilla “{name}” no se puede enviar. {why}',
    deleted: 'Se eliminó en WhatsApp.',
    category:
      'WhatsApp pasó la plantilla “{name}” de {from} a {to}. Sus mensajes pueden costar más. Reanuda si estás de acuerdo o envía otra plantilla.',
  },
  event: {
    unknown: 'La plantilla aún no se conoce aquí. La lista se está sincronizando.',
    quality: 'La calidad de “{name}” es {quality}.',
    text: 'El texto de “{name}” cambió. Se está leyendo de nuevo.',
    older: 'Anterior al estado conocido de “{name}”. Nada cambió.',
    status: '“{name}”: {status}.',
    statusReading: '“{name}”: {status}. Su texto se está leyendo de nuevo.',
    rejected: '“{name}”: {status}. {why}',
    detected: '“{name}”: {why}',
    categoryReading: 'La categoría de “{name}” cambia. Se está leyendo de nuevo.',
    categorySoon: '“{name}” pasará a {category}.',
    category: '“{name}” ahora es {category}.',
  },
  withWarning: '{reason} {warning}',
}
