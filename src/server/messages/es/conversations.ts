import type { Translated } from '#contract/messages/shape.ts'
import type { conversations as english } from '../en/conversations.ts'

export const conversations: Translated<typeof english> = {
  unknownPage: 'Esta página no existe. Vuelve a la primera.',
  neverWrote: 'Esta persona aún no te ha escrito. Envía una plantilla aprobada.',
  windowClosed: 'La ventana de 24 horas para responder se cerró. Envía una plantilla aprobada.',
  snoozeTime: 'Elige una hora dentro del próximo año.',
  noMember: 'Esta persona no está en tu equipo.',
  changed:
    '{count, plural, =0 {No cambió nada.} one {Cambió # conversación.} other {Cambiaron # conversaciones.}}',
  fileEmpty: 'El archivo está vacío.',
  fileMissing: 'Elige un archivo.',
  fileType:
    'WhatsApp no puede enviar este tipo de archivo. Usa JPEG, PNG, MP4, MP3, PDF, Word, Excel o texto.',
  fileTooLarge:
    '{kind, select, image {Las fotos} video {Los videos} audio {Las grabaciones} other {Los documentos}} tienen como máximo {size, number} MB.',
  fileRefused: 'WhatsApp no aceptó el archivo: {reason}',
  answeredMeanwhile: '{name} acaba de responder aquí. Léelo antes de enviar.',
  undoTooLate: 'El mensaje ya salió. No se puede deshacer.',
  noConverter:
    'Esta grabación no se puede enviar desde este servidor. Pide a tu administrador que instale ffmpeg.',
  notPlayable: 'Esta grabación no se puede reproducir aquí. Descárgala.',
  recordingBroken: 'No se pudo leer la grabación. Grábala de nuevo.',
  recordingEmpty: 'La grabación es demasiado corta. Grábala de nuevo.',
  mostLabels: 'Una empresa tiene como máximo {most, number} etiquetas. Elimina o une algunas primero.',
  mostLabelsEach: 'Una conversación tiene como máximo {most, number} etiquetas. Quita una primero.',
  mostViews: 'Puedes guardar {most, number} vistas como máximo. Elimina una primero.',
  labelTaken: 'Ya hay una etiqueta «{name}».',
  viewTaken: 'Ya hay una vista «{name}».',
  bulkWhich: 'Elige conversaciones o un filtro.',
  filterUnknown: 'Este filtro nombra un miembro, número o campaña que no tienes.',
  shortcutTaken: 'Otra respuesta rápida tiene el atajo /{shortcut}.',
  replyChanged: 'Otra persona cambió esta respuesta rápida mientras tanto.',
  undoOver: 'Esto ya no se puede deshacer.',
  file: {
    notOurs: 'Este archivo no contiene ajustes de la bandeja. Elige uno creado con «Exportar ajustes».',
    newer: 'Una versión más nueva de Tidings creó este archivo. Actualiza primero esta.',
    entry:
      '{part, select, quick_replies {Respuestas rápidas} labels {Etiquetas} fields {Campos propios} office_hours {Horario de atención} views {Vistas guardadas} settings {Cómo responde la bandeja} other {{part}}}, entrada {nr}: {problem}',
    entryField:
      '{part, select, quick_replies {Respuestas rápidas} labels {Etiquetas} fields {Campos propios} office_hours {Horario de atención} views {Vistas guardadas} settings {Cómo responde la bandeja} other {{part}}}, entrada {nr}, «{field}»: {problem}',
    part: '{part, select, quick_replies {Respuestas rápidas} labels {Etiquetas} fields {Campos propios} office_hours {Horario de atención} views {Vistas guardadas} settings {Cómo responde la bandeja} other {{part}}}: {problem}',
    twice:
      '{part, select, quick_replies {Respuestas rápidas} labels {Etiquetas} fields {Campos propios} office_hours {Horario de atención} views {Vistas guardadas} settings {Cómo responde la bandeja} other {{part}}}: «{name}» está dos veces en el archivo. Quita una de las dos.',
    noMember: 'Nadie de tu equipo tiene el correo {email}.',
    noNumber: 'El número {number} no está conectado aquí.',
    noCampaign: 'Aquí no hay ninguna campaña «{name}».',
    otherKind: 'Ya hay un campo con este nombre y otro tipo.',
  },
}
