import type { Translated } from '#contract/messages/shape.ts'
import type { posts as english } from '../../en/social/posts.ts'

export const posts: Translated<typeof english> = {
  published: '¡Publicado!',
  publishing: 'Tu publicación está en camino. El historial muestra cuándo sale.',
  notAllPublished:
    '{count, plural, one {# publicación no se publicó. El historial dice por qué.} other {# publicaciones no se publicaron. El historial dice por qué.}}',
  scheduled: '¡Publicación programada!',
  updated: 'La publicación se actualizó correctamente.',
  deleted: 'La publicación se eliminó correctamente.',
  restored: 'Publicación restaurada. Saldrá a su hora.',
  notDeleted: 'Esta publicación no se eliminó. Vuelve a cargar la página.',
  restoreOver: 'La hora de esta publicación ya pasó. Crea una nueva.',
  notFound: 'No se encontró la publicación',
  required: 'Rellena todos los campos obligatorios.',
  allRequired: 'Todos los campos son obligatorios.',
  duplicate: 'El mismo texto o archivo va a {accounts} en menos de 24 horas. ¿Publicarlo otra vez?',
  beingPublished: 'Esta publicación se está publicando ahora. Ya no se puede cambiar.',
  notScheduled: 'Esta publicación ya no está programada. Mira el historial.',
  changedMeanwhile: 'Esta publicación cambió mientras tanto. Vuelve a cargarla e inténtalo de nuevo.',
  otherPlatform: 'Una publicación programada se queda en su red. Crea otra para una red distinta.',
  otherKind:
    'El archivo de esta dirección es {kind, select, image {una imagen, no un video} other {un video, no una imagen}}.',
  cursor: 'Esta página de la lista no existe. Vuelve a la primera.',
  calendarRange: 'Pide un período de hasta {limit, number} días.',
  queueEmpty: 'La cola no tiene horarios para esta cuenta. Añade alguno primero.',
  queueFull: 'La cola de esta cuenta está llena por un año. Elige una hora.',
  status:
    '{status, select, scheduled {Programada} publishing {Publicándose} posted {Publicada} failed {Fallida} unknown {Desconocida} awaiting_owner {Te espera} cancelled {Cancelada} other {{status}}}',
  problems: {
    reconnect: 'Vuelve a conectar {account} antes de publicar en ella.',
    accountTwice: '{account} está elegida dos veces.',
    format:
      '{network} no ofrece aquí {format, select, text {publicaciones sin archivo} image {imágenes sueltas} carousel {publicaciones con varios archivos} video {videos} reel {reels} story {historias} short {shorts} other {este formato}}.',
    fileNeeded: '{network} necesita una imagen o un video para esta publicación.',
    videoNeeded: '{network} necesita un video para esta publicación.',
    noVideo: '{network} no acepta videos en este tipo de publicación.',
    noImage: '{network} no acepta imágenes en este tipo de publicación.',
    fewFiles: '{network} necesita al menos {limit, number} archivos para esta publicación.',
    manyFiles:
      '{limit, plural, =0 {{network} no acepta archivos en una publicación de texto.} other {{network} acepta hasta {limit, number} en esta publicación. Elegiste {found, number}.}}',
    fileGone: '{file} ya no está guardado. Súbelo de nuevo.',
    textTooLong:
      '{network} acepta hasta {limit, number} {unit, select, bytes {bytes} other {caracteres}}. Este texto tiene {found, number}.',
    commentTooLong:
      'Un primer comentario en {network} tiene hasta {limit, number} caracteres. Este tiene {found, number}.',
    titleTooLong:
      'Un título en {network} tiene hasta {limit, number} caracteres. Este tiene {found, number}.',
    tagsTooLong:
      'Las etiquetas en {network} tienen hasta {limit, number} caracteres en total. Estas tienen {found, number}.',
    manyHashtags: '{network} acepta hasta {limit, number} hashtags. Este texto tiene {found, number}.',
    manyMentions: '{network} acepta hasta {limit, number} menciones. Este texto tiene {found, number}.',
    refusedCharacter: "{network} no acepta '<' ni '>' aquí. Quítalos.",
    titleMissing: '{network} necesita un título. Escribe uno.',
    noFirstComment: '{network} no acepta un primer comentario aquí. Quítalo.',
    link: 'Escribe un enlace que empiece por http:// o https://.',
    past: 'Esta hora ya pasó. Elige una posterior.',
    tooFar: 'Elige una hora dentro de los próximos {limit, number} días.',
    skippedTime: 'Allí el reloj se salta {time} por el cambio de hora. Elige otra.',
    noZone: 'Zona horaria desconocida. Usa un nombre como Asia/Kolkata.',
    date: 'Escribe la fecha como 2026-11-24.',
    time: 'Escribe la hora como 09:30.',
    unknownAccount: 'Ninguna cuenta conectada se llama {account}.',
    manyAccounts: 'Varias cuentas se llaman {account}. Escribe antes la red: Facebook: {account}.',
    duplicate: 'El mismo texto o archivo va a {account} en menos de 24 horas.',
  },
  export: {
    time: 'Hora',
    posted: 'Publicada',
    network: 'Red',
    account: 'Cuenta',
    status: 'Estado',
    caption: 'Texto',
    link: 'Enlace',
    firstComment: 'Primer comentario',
    reason: 'Motivo',
    address: 'Dirección',
  },
}
