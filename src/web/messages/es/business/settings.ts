import type { Translated } from '#contract/messages/shape.ts'
import type { businessSettings as english } from '../../en/business/settings.ts'

export const businessSettings: Translated<typeof english> = {
  saving: 'Guardando…',
  fields: {
    title: 'Campos de leads',
    help: 'Guarda más datos de tus leads. También están en importaciones, exportaciones y plantillas.',
    name: 'Nombre del campo',
    kind: 'Tipo',
    choices: 'Opciones',
    choicesHelp: 'Pulsa Intro después de cada opción.',
    add: 'Añadir campo',
    remove: 'Eliminar',
    removeLabel: 'Eliminar el campo {name}',
    removeTitle: '¿Eliminar el campo {name}?',
    removeText: 'Tus leads conservan sus valores como datos simples.',
    kinds: '{kind, select, text {Texto} number {Número} date {Fecha} choice {Opción} other {Sí o no}}',
    yesNo: '{value, select, yes {Sí} other {No}}',
  },
  hours: {
    title: 'Horario de atención',
    help: 'El chatbot puede responder cuando no hay nadie.',
    number: 'Número',
    now: '{state, select, open {Abierto ahora.} closed {Cerrado ahora.} other {No hay horario de atención.}}',
    timezone: 'Zona horaria del horario',
    weekHelp: 'Por ejemplo 09:00-13:00, 14:00-18:00. Un día vacío está cerrado.',
    closed: 'Cerrado',
    dayFault: 'Escribe las horas en orden, como 09:00-13:00, 14:00-18:00.',
    holidays: 'Festivos',
    holidaysHelp: 'Uno por línea, como 2026-12-24 Nochebuena (09:00-12:00).',
    holidaysFault: 'Empieza cada línea con una fecha, como 2026-12-25. Usa cada fecha una vez.',
    save: 'Guardar horario',
    saved: 'Horario guardado',
    remove: 'Quitar horario',
    day: '{day, select, mon {Lunes} tue {Martes} wed {Miércoles} thu {Jueves} fri {Viernes} sat {Sábado} other {Domingo}}',
  },
}
