import type { Translated } from '#contract/messages/shape.ts'
import type { planning as english } from '../../en/social/planning.ts'

export const planning: Translated<typeof english> = {
  draftChanged: 'Este borrador se cambió en otra ventana. Ábrelo de nuevo.',
  draftsFull: 'Tienes {limit, number} borradores. Elimina algunos primero.',
  queueFull: 'La cola tiene como máximo {limit, number} horas. Quita algunas primero.',
  slotTwice: 'Esta hora está dos veces en la cola.',
  seriesNotFound: 'No se encontró esta publicación recurrente.',
  seriesChanged: 'Esta publicación recurrente cambió mientras tanto. Vuelve a cargarla e inténtalo de nuevo.',
  seriesOver: 'Esta publicación recurrente terminó. Empieza otra.',
  seriesFull: 'Tienes {limit, number} publicaciones recurrentes. Detén algunas primero.',
  untilPast: 'Ningún día elegido cae antes de este último día. Elige uno posterior.',
  import: {
    fileMissing: 'Elige primero un archivo CSV',
    onlyCsv: 'Elige un archivo .csv.',
    tooLarge: 'Este archivo pasa de {megabytes, number} MB. Divídelo.',
    empty: 'Este archivo no tiene publicaciones.',
    unreadable: 'Este archivo no es un CSV que podamos leer.',
    tooManyRows: 'Importa hasta {limit, number} publicaciones a la vez. Divide este archivo.',
    columnMissing: 'Falta la columna {column}. El archivo vacío muestra todas.',
    confirmed: 'Esta importación ya se inició.',
    nothing: 'Ninguna fila de este archivo se puede programar.',
    over: 'Esta importación terminó.',
    fetchFailed: 'No se pudo obtener el archivo de la dirección. Revísala.',
    columns: {
      date: 'fecha',
      time: 'hora',
      zone: 'zona',
      accounts: 'cuentas',
      caption: 'texto',
      media: 'dirección del archivo',
      link: 'enlace',
      firstComment: 'primer comentario',
    },
  },
}
