import type { Translated } from '#contract/messages/shape.ts'
import type { history as english } from '../../en/campaigns/history.ts'

export const history: Translated<typeof english> = {
  event: {
    paused: 'En pausa',
    undone: 'Inicio deshecho, no se envió nada',
    startNow: 'Inicio pedido ahora',
    scheduledTheirs: 'Programada para el {time} según el reloj de cada persona, la primera el {date}',
    scheduledAgain: 'Programada de nuevo para el {date}',
    goingOn: 'Continúa',
    cancelled: 'Cancelada',
    retryAt: 'Los mensajes fallidos se reintentan el {date}',
    retry: 'Se reintenta con {count, plural, one {# persona} other {# personas}}',
    retryLater:
      'Se reintenta con {count, plural, one {# persona} other {# personas}}, no antes del {date}, porque WhatsApp pide esperar',
    retrySome:
      'Se reintenta con {count, plural, one {# persona} other {# personas}} ahora, y con {later, plural, one {# persona} other {# personas}} no antes del {date}, porque WhatsApp pide esperar',
    sentAgain:
      'Se {count, plural, one {envía de nuevo # mensaje} other {envían de nuevo # mensajes}} sin respuesta',
    wroteOff:
      'Se {count, plural, one {dio por perdido # mensaje} other {dieron por perdidos # mensajes}} sin respuesta',
    putOff: 'Se reintenta con las personas que WhatsApp pospuso',
    noneTaken: 'Terminada: no se aceptó ningún mensaje',
    done: 'Todos los mensajes salieron',
    scheduled: 'Programada para el {date}',
    scheduledNow: 'Programada para empezar de inmediato',
    changed: 'Modificada. Programada para el {date}',
    changedNow: 'Modificada. Programada para empezar de inmediato',
    started: 'Empezó con {count, plural, one {# persona} other {# personas}}',
    startedLess: 'Empezó con {count, plural, one {# persona} other {# personas}}; {left, number} excluidas',
    newVersion: 'Continúa con la nueva versión de la plantilla',
    templateUsable: 'Continúa: la plantilla se puede enviar de nuevo',
    accountUsable: 'Continúa: la cuenta de WhatsApp puede enviar de nuevo',
    until: 'Hasta el {date}.',
  },
  reason: {
    paused: 'La pusiste en pausa.',
    undone: 'Deshiciste el inicio antes de que se enviara nada. Edítala, iníciala o cancélala.',
    late: 'Debía empezar el {date}, hace más de {hours, plural, one {# hora} other {# horas}}, cuando Tidings no estaba en marcha. Iníciala ahora o cancélala.',
    noneTaken: 'WhatsApp no aceptó ningún mensaje. Mira las causas abajo.',
    inReview: 'Esperando a que WhatsApp revise la nueva versión. Después continúa sola.',
    newVariables:
      'La nueva versión de la plantilla tiene otras variables. Di con qué se rellenan y continúa.',
    templateReady: 'La plantilla se puede enviar de nuevo. Reanuda si aún quieres el mensaje.',
    versionReady: 'WhatsApp aprobó la nueva versión. Revísala y reanuda.',
    wentBack:
      'La base de datos volvió a como estaba el {date}. Puede faltar aquí lo que pasó después. Revisa la campaña y luego reanúdala o cancélala.',
    accountReady: 'La cuenta de WhatsApp puede enviar de nuevo. Reanuda si aún quieres el mensaje.',
    nobody: 'Nadie pudo recibirla: {reasons}.',
    nobodyLeft: 'Ya no había nadie en su audiencia.',
    templateUnusable:
      'La plantilla “{template}” no se puede enviar ahora. {why} Elige otra plantilla, o la campaña no puede empezar.',
  },
  leftOut: {
    unusable_number: 'Número inutilizable',
    duplicate: 'Duplicado',
    opted_out: 'Dado de baja',
    deleted: 'Lead eliminado',
    changed_number: 'Número cambiado',
    unreachable: 'No está en WhatsApp',
    us_marketing: 'Número de EE. UU.',
    awaits_confirmation: 'Confirmación pendiente',
    no_consent: 'Sin consentimiento',
    had_enough: 'Límite de marketing alcanzado',
    missing_value: 'Sin valor para una variable',
  },
  leftOutCount: '{reason} {count, number}',
}
