import type { Translated } from '#contract/messages/shape.ts'
import type { retention as english } from '../../en/accounts/retention.ts'

export const retention: Translated<typeof english> = {
  title: 'Cuánto tiempo se guardan las cosas',
  help: 'Para todas las empresas de esta instalación. Solo tú, su operador, puedes cambiarlo. Lo más antiguo se borra cada noche y no se puede recuperar.',
  loading: 'Cargando cuánto tiempo se guardan las cosas',
  messages: 'Mensajes que se pueden buscar',
  messagesHelp:
    'Los meses más antiguos pasan al archivo: fuera de la búsqueda, todavía en los registros, las exportaciones y los totales.',
  message_archives: 'Archivo de mensajes',
  message_archivesHelp: 'Borra para siempre los números y los valores personales. Los totales quedan.',
  webhooks: 'Webhooks guardados',
  webhooksHelp:
    'Lo que envió Meta, tal como llegó. Los estados, las respuestas, las bajas y sus pruebas quedan, y también los webhooks que esperan a aplicarse.',
  chat_files: 'Archivos de los chats',
  chat_filesHelp:
    'Imágenes, videos, mensajes de voz y documentos. Los mensajes quedan y dicen que su archivo se quitó.',
  hook_deliveries: 'Registro de entregas de webhooks salientes',
  hook_deliveriesHelp:
    'Qué llamadas salieron y qué respuesta tuvieron. Por dirección se guardan como máximo los últimos 1000 éxitos y 10 000 fallos.',
  usual: 'Habitual: {days, plural, =0 {para siempre} one {# día} other {# días}}',
  usualDeliveries: 'Habitual: 7 días, los fallos 30',
  forever: 'Para siempre',
  days: '{days, plural, one {# día} other {# días}}',
  since:
    'Webhook más antiguo: {day} ({weeks, plural, one {# semana} other {# semanas}}). Se borran por semanas enteras.',
  last: 'Último borrado {time}: {count, plural, one {# entrada} other {# entradas}}, {bytes}',
  noLast: 'Todavía no se ha borrado nada.',
  lastArchived: 'Último archivado {time}: {count, plural, one {# mensaje} other {# mensajes}}',
  noLastArchived: 'Todavía no se ha archivado nada.',
  other:
    'El registro de actividad queda mientras exista su empresa. Las exportaciones se borran a las 6 horas. Tidings no guarda las líneas del registro del servidor.',
  save: 'Guardar',
  saving: 'Guardando...',
  saved: 'Guardado. Vale desde la próxima noche.',
  failed: 'No funcionó. Inténtalo de nuevo.',
  confirmTitle: '¿Guardar menos?',
  confirmText: 'La noche siguiente, lo más antiguo se archiva o se borra. No se puede deshacer: {what}.',
  confirmYes: 'Guardar menos',
}
