import type { Translated } from '#contract/messages/shape.ts'
import type { media as english } from '../../en/social/media.ts'

export const media: Translated<typeof english> = {
  notFound: 'No encontramos esta imagen o video. Vuelve a subirlo.',
  fileMissing: 'Elige una imagen o un video.',
  wrongType: 'El archivo debe ser una imagen o un video.',
  wrongTypeFound: 'El archivo debe ser una imagen o un video. Este es un archivo {type}.',
  oldType: 'No podemos leer archivos {type}. Guárdalo como JPEG, PNG, MP4 o MOV.',
  imageTooLarge: 'Esta imagen pesa más de {size}. Elige una más pequeña.',
  videoTooLarge: 'Este video pesa más de {size}. Elige uno más pequeño.',
  empty: 'Este archivo está vacío. Elige otro.',
  imageBroken: 'Esta imagen está dañada o incompleta. Expórtala de nuevo y sube ese archivo.',
  imageTooManyPixels:
    'Esta imagen tiene {found, number} megapíxeles. Aceptamos hasta {limit, number}. Guarda una más pequeña.',
  videoNoHeader: 'Este video no tiene encabezado y nadie puede reproducirlo. Expórtalo de nuevo.',
  videoTruncated: 'Este video está incompleto. Vuelve a subir el archivo entero.',
  videoNoTrack: 'Este archivo tiene sonido pero no imagen. Elige un video.',
  videoBroken: 'No podemos leer este video. Expórtalo como MP4 (H.264) y sube ese archivo.',
  storeFull: 'No queda espacio para archivos en este servidor. Avisa a quien lo administra.',
  storeFailed: 'No pudimos guardar este archivo. Inténtalo de nuevo en unos minutos.',
  problem: {
    not_offered: '{network} no ofrece este formato.',
    wrong_kind: '{network} necesita {kind, select, image {una imagen} other {un video}} aquí.',
    wrong_type: '{network} no acepta archivos {found} aquí. Acepta {limit}.',
    wrong_codec: '{network} no acepta video {found} aquí. Acepta {limit}.',
    too_large: '{network} acepta hasta {limit} aquí. Este archivo tiene {found}.',
    too_small: '{network} necesita al menos {limit} píxeles. Este tiene {found}.',
    too_wide: '{network} acepta hasta {limit} píxeles de ancho. Este tiene {found}.',
    too_many_pixels: '{network} acepta hasta {limit} megapíxeles. Esta imagen tiene {found}.',
    wrong_ratio: '{network} necesita una proporción de {limit}. Esta es {found}. Elige qué recortar.',
    too_short: '{network} necesita al menos {limit}. Este video dura {found}.',
    too_long: '{network} acepta hasta {limit}. Este video dura {found}.',
    wrong_frame_rate: '{network} necesita {limit} fotogramas por segundo. Este video tiene {found}.',
    needs_ffmpeg:
      'Primero hay que convertir este video. Instala ffmpeg en el servidor: apt-get install ffmpeg',
    removed: 'Quitamos este archivo porque ninguna publicación lo usaba. Vuelve a subirlo.',
  },
  link: {
    notListed: 'Esta instalación solo abre los sitios que permite quien la opera.',
    turnedOff: 'Esta instalación no abre otros sitios. Su operador configuró OUTSIDE_REQUESTS=off.',
    badAddress: 'Escribe una dirección que empiece con http:// o https://.',
    notPublic: 'Esta dirección no está en internet pública, así que no la abrimos.',
    notFound: 'No encontramos {host}. Revisa la dirección.',
    unreachable: '{host} no respondió. Revisa la dirección o inténtalo de nuevo.',
    refused: '{host} respondió con el error {status, number}. Revisa la dirección.',
    tooManyRedirects: '{host} nos envía de página en página. Escribe la dirección final.',
    notPage: 'Esta dirección no es una página web, así que no hay vista previa.',
    mediaTooLarge: 'El archivo de esta dirección pesa más de {size}.',
    tooMany:
      'Abriste demasiadas direcciones. Inténtalo de nuevo en {minutes, plural, one {# minuto} other {# minutos}}.',
  },
}
