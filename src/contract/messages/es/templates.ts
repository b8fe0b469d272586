import type { Translated } from '#contract/messages/shape.ts'
import type { templates as english } from '../en/templates.ts'

export const templates: Translated<typeof english> = {
  input: {
    header: 'Indica el encabezado como texto, o como un formato con un archivo.',
    button: 'Un botón debe ser QUICK_REPLY, URL, PHONE_NUMBER, COPY_CODE, CATALOG o MPM.',
    currency: 'Indica la moneda con tres letras mayúsculas, como INR.',
  },
  files: {
    IMAGE: 'JPEG o PNG, hasta {limit} MB',
    VIDEO: 'MP4, hasta {limit} MB',
    GIF: 'MP4 en bucle, hasta {limit} MB',
    DOCUMENT: 'PDF, hasta {limit} MB',
  },
  rules: {
    tooLong:
      '{part, select, name {El nombre} header {El encabezado} footer {El pie} message {El mensaje} offerMessage {El mensaje junto a una oferta} offer {La oferta} card {El texto de la tarjeta} button {El texto del botón} address {La dirección} phone {El número de teléfono} other {El código}} tiene {count, plural, one {# carácter} other {# caracteres}}. WhatsApp permite {limit, number}.',
    nameMissing: 'Ponle un nombre a la plantilla.',
    nameCharacters:
      'En el nombre usa solo letras minúsculas de la a a la z, cifras y guiones bajos, como oferta_navidad.',
    languageUnknown: 'WhatsApp no tiene plantillas en "{language}". Elige un idioma de la lista.',
    headerFile:
      'Añade {kind, select, IMAGE {una imagen} VIDEO {un video} GIF {un MP4 en bucle} other {un PDF}} para el encabezado. Los revisores de WhatsApp necesitan verlo.',
    headerEmpty: 'Escribe el encabezado, o elige Ninguno.',
    headerLines: 'Escribe el encabezado en una sola línea.',
    headerEmoji: 'No se permiten emojis en el encabezado. Úsalos en el texto.',
    headerFormatting: 'El encabezado no admite formato. Quita *, _, ~ y `.',
    headerVariables: 'El encabezado solo puede tener una variable.',
    bodyEmpty: 'Escribe el mensaje.',
    bodyEmptyLines: 'Deja como máximo una línea vacía entre párrafos.',
    bodySpaces: 'Quita las tabulaciones y los grupos de más de cuatro espacios.',
    variableFirst: 'El mensaje no puede empezar con {variable}. Pon una palabra antes, como "Hola".',
    variableLast: 'El mensaje no puede terminar con {variable}. Añade texto después.',
    variablesAdjacent: 'Pon palabras entre {first} y {second}. Dos variables no pueden ir juntas.',
    variablesMany:
      'Escribe más texto: {count, plural, one {# variable necesita} other {# variables necesitan}} al menos {needed, number} palabras más. Tienes {words, number}.',
    variableOpen:
      'Falta cerrar una variable en el {place, select, header {encabezado} other {mensaje}}. Escribe {numbered} o {named}.',
    variableEmpty: '{variable} no tiene nombre. Escribe {numbered} o {named}.',
    variableName: 'WhatsApp no acepta {variable}. Usa minúsculas y guiones bajos, como {better}.',
    variableGap:
      'Numera las variables desde {first} sin saltos. Falta {missing} en el {place, select, header {encabezado} other {mensaje}}.',
    variablesMixed: 'Usa solo números ({numbered}) o solo nombres ({named}) en todas las variables.',
    sampleMissing: 'Da un ejemplo para {variable}. Los revisores de WhatsApp leen el mensaje con él.',
    footerVariables: 'El pie no puede tener variables.',
    footerLines: 'Escribe el pie en una sola línea.',
    footerEmoji: 'No se permiten emojis en el pie. Úsalos en el texto.',
    otpHeader: 'Una plantilla de código de un solo uso no puede tener encabezado.',
    otpFooter: 'WhatsApp escribe el pie de un código de un solo uso. Indica cuándo caduca el código.',
    otpButtons: 'Una plantilla de código de un solo uso tiene un solo botón: copiar el código.',
    otpMinutes: 'Un código puede caducar entre 1 y 90 minutos después.',
    gifCategory: 'Un encabezado GIF necesita la categoría MARKETING.',
    productsCategory: 'Un botón de productos necesita la categoría MARKETING.',
    productsAlone: 'Un botón de productos debe ser el único. Quita los demás.',
    coordinate:
      'La {name, select, latitude {latitud} other {longitud}} debe ser un número de -{most, number} a {most, number}, como {sample}.',
    offerCategory: 'Una oferta por tiempo limitado necesita la categoría MARKETING.',
    offerText: 'Escribe la oferta, como Termina hoy.',
    offerFooter: 'Una oferta por tiempo limitado no puede tener pie.',
    offerHeader: 'El encabezado de una oferta debe ser una imagen o un video.',
    offerButtons: 'Una oferta necesita dos botones en este orden: copiar un código y abrir un sitio web.',
    cardsCategory: 'Un carrusel necesita la categoría MARKETING.',
    cardsAlone:
      'Un carrusel solo tiene texto y tarjetas. Quita el encabezado, el pie, los botones y la oferta.',
    cardsCount: 'Un carrusel necesita de {least, number} a {most, number} tarjetas.',
    cardsDiffer:
      'Todas las tarjetas necesitan las mismas partes: el mismo tipo de archivo, con o sin texto, los mismos botones.',
    cardHeader: 'Una tarjeta debe empezar con una imagen o un video.',
    cardFile: 'Añade el archivo de esta tarjeta.',
    cardSample: 'Da un ejemplo para {variable}. Los revisores de WhatsApp leen la tarjeta con él.',
    cardButtons: 'Una tarjeta necesita 1 o 2 botones.',
    cardButtonKind: 'Una tarjeta solo puede tener respuestas rápidas, botones de sitio web y de llamada.',
    buttonsMany: 'Una plantilla puede tener como máximo {limit, number} botones. Tienes {count, number}.',
    buttonsUrls: 'Como máximo dos botones pueden abrir un sitio web.',
    buttonsPhones: 'Solo un botón puede llamar a un número de teléfono.',
    buttonsCodes: 'Solo un botón puede copiar un código.',
    buttonsGrouped: 'Mantén juntas las respuestas rápidas, antes o después de los demás botones.',
    buttonsAlike: 'Dos botones dicen "{text}". Dale a cada botón su propio texto.',
    buttonMissing: 'Escribe el texto del botón.',
    buttonVariable: 'El texto del botón no puede tener una variable.',
    buttonLines: 'Escribe el texto del botón en una sola línea.',
    buttonEmoji: 'No se permiten emojis en los botones.',
    urlMissing: 'Indica la dirección que abre el botón.',
    urlFormat: 'Indica una dirección web que empiece con https://, como https://example.com/tienda.',
    urlWhatsApp: 'Un botón no puede abrir un chat de WhatsApp. Usa una respuesta rápida.',
    urlVariableOpen: 'Falta cerrar la variable de la dirección. Escribe {variable} al final.',
    urlVariablePlace: 'La dirección puede tener una sola variable, {variable}, al final.',
    urlSampleMissing: 'Indica una dirección de ejemplo completa, como {sample}.',
    urlVariableSite:
      'Pon una / después del sitio y antes de {variable}, como https://shop.example/{variable}.',
    urlSampleOther: 'El ejemplo debe empezar con {start} y continuar después.',
    phoneMissing: 'Indica el número de teléfono al que llama el botón.',
    phoneFormat: 'Indica el número de teléfono con su código de país, como +525512345678.',
    codeMissing: 'Indica un código de ejemplo, como AHORRA20.',
    codeFormat: 'Usa letras y cifras en el código, sin espacios ni variables.',
  },
  status: {
    APPROVED: {
      label: 'Aprobada',
      sentence: 'WhatsApp la aprobó. Puedes enviarla.',
    },
    PENDING: {
      label: 'En revisión',
      sentence: 'WhatsApp la está revisando. Tarda minutos, como máximo un día.',
    },
    REJECTED: {
      label: 'Rechazada',
      sentence: 'WhatsApp no la aprobó.',
    },
    PAUSED: {
      label: 'Pausada',
      sentence:
        'WhatsApp la pausó porque hubo personas que la bloquearon o denunciaron. La primera pausa dura 3 horas y la segunda 6. Después de la tercera, WhatsApp la desactiva.',
    },
    DISABLED: {
      label: 'Desactivada',
      sentence: 'WhatsApp la desactivó para siempre. Crea una plantilla nueva con otro texto.',
    },
    IN_APPEAL: {
      label: 'En apelación',
      sentence: 'Se apeló el rechazo. WhatsApp la está revisando de nuevo.',
    },
    PENDING_DELETION: {
      label: 'Eliminándose',
      sentence: 'WhatsApp la está eliminando.',
    },
    DELETED: {
      label: 'Eliminada en WhatsApp',
      sentence: 'Se eliminó en WhatsApp. Si estaba aprobada, su nombre queda ocupado 30 días.',
    },
    LIMIT_EXCEEDED: {
      label: 'Demasiadas plantillas',
      sentence: 'Tu cuenta llegó al límite de plantillas de WhatsApp. Elimina las que ya no uses.',
    },
    ARCHIVED: {
      label: 'Archivada',
      sentence:
        'WhatsApp la archivó porque no se usaba. Restáurala en el administrador de WhatsApp en 28 días.',
    },
    FLAGGED: {
      label: 'Marcada',
      sentence: 'Hubo personas que la bloquearon o denunciaron. Si continúa, WhatsApp la pausa.',
    },
    LOCKED: {
      label: 'Bloqueada',
      sentence: 'WhatsApp la bloqueó. No puedes enviarla ni cambiarla.',
    },
  },
  unknownStatus: 'WhatsApp indica el estado "{status}". Compruébalo en el administrador de WhatsApp.',
  rejection: {
    ABUSIVE_CONTENT: {
      reason: 'WhatsApp encontró texto ofensivo o amenazante.',
      advice: 'Usa un texto amable, sin presión, insultos ni amenazas.',
    },
    INCORRECT_CATEGORY: {
      reason: 'WhatsApp indica que pertenece a otra categoría.',
      advice:
        'Elige MARKETING para cualquier oferta o invitación. TRANSACTIONAL es solo para un pedido, una reserva o una solicitud de la persona.',
    },
    CATEGORY_NOT_AVAILABLE: {
      reason: 'WhatsApp ya no tiene su categoría.',
      advice: 'Elige MARKETING, TRANSACTIONAL u OTP y envíala de nuevo.',
    },
    INVALID_FORMAT: {
      reason: 'WhatsApp encontró un problema en su formato.',
      advice:
        'Revisa las variables y sus ejemplos, usa enlaces completos a tu propio sitio y no repitas el texto de otra plantilla.',
    },
    PROMOTIONAL: {
      reason: 'WhatsApp indica que es publicidad. Esta categoría no permite publicidad.',
      advice: 'Envíala como MARKETING, o quita todas las ofertas, descuentos e invitaciones.',
    },
    SCAM: {
      reason: 'WhatsApp indica que parece una estafa.',
      advice:
        'Di claramente quién eres, enlaza solo a tu propio sitio y nunca pidas contraseñas ni números de tarjeta.',
    },
    TAG_CONTENT_MISMATCH: {
      reason: 'Su texto no coincide con su idioma o su categoría.',
      advice: 'Comprueba que el idioma y la categoría sean correctos.',
    },
  },
  unknownRejection: {
    reason: 'WhatsApp da este motivo: "{reason}".',
    advice:
      'Consulta los detalles en el administrador de WhatsApp. Cambia el texto y guárdala para enviarla de nuevo.',
  },
}
