import type { Translated } from '#contract/messages/shape.ts'
import type { campaigns as english } from '../en/campaigns.ts'
import { history } from './campaigns/history.ts'
import { plan } from './campaigns/plan.ts'
import { trial } from './campaigns/trial.ts'

export const campaigns: Translated<typeof english> = {
  ...history,
  ...plan,
  trial,
  check: {
    withUs: '{text}. {us}',
    limit: {
      enough:
        '{fresh, number} de {limit, number} dentro del límite de 24 h{used, plural, =0 {} one {, # usado} other {, # usados}}{known, plural, =0 {} one {; # persona a la que se escribió hoy no cuenta de nuevo} other {; # personas a las que se escribió hoy no cuentan de nuevo}}',
      today:
        'Solo quedan {left, number} de los {limit, number} de hoy: los otros {over, number} esperan y salen solos, en unos {days, plural, one {un día más} other {# días más}}',
      daily:
        '{limit, number} personas al día con este número: las otras {over, number} esperan y salen solas, en unos {days, plural, one {un día más} other {# días más}}',
    },
    costListed: 'Unos {amount, number} {currency}, según la lista de precios de Meta del {date}',
    costOwn: 'Unos {amount, number} {currency}, con los precios que pusiste',
    approved: 'Plantilla aprobada',
    quality: {
      GREEN: 'Número en buen estado, calidad alta',
      YELLOW: 'La calidad del número baja: algunas personas lo bloquean o denuncian',
      RED: 'La calidad del número es baja: muchas personas lo bloquean o denuncian',
      UNKNOWN: 'Número conectado, todavía sin calificación',
    },
    otherAccount: 'La plantilla pertenece a otra cuenta de WhatsApp que este número.',
    numberStatus: 'WhatsApp dice que el estado de este número es {status}',
    nobodyIn: 'No hay nadie en esta audiencia',
    usLeftOut:
      'El marketing no se entrega a números de EE. UU.: se omite a {count, plural, one {# persona} other {# personas}}',
    none: '{count, plural, one {Esta persona no puede recibirlo} other {Ninguna de estas # personas puede recibirlo}}',
    can: '{count, plural, one {# persona puede recibirlo} other {# personas pueden recibirlo}}',
    noValue:
      '{count, plural, one {# persona no tiene} other {# personas no tienen}} valor para una variable: dale un texto alternativo',
    noLimit: 'Este número no tiene límite de 24 h',
    noSpeedLimit: 'Sin límite de velocidad',
    doneDays:
      'Termina unos {count, plural, one {# día} other {# días}} después del inicio, por el límite de 24 h',
    doneHalf: 'Termina medio minuto después del inicio, aprox.',
    doneMinutes: 'Termina unos {count, plural, one {# minuto} other {# minutos}} después del inicio',
    doneHours: 'Termina unas {count, plural, one {# hora} other {# horas}} después del inicio',
    afterQuiet:
      '{count, plural, one {# persona tiene horas de silencio entonces: lo recibe cuando terminen} other {# personas tienen horas de silencio entonces: lo reciben cuando terminen}}',
    nextDay:
      'Para {count, plural, one {# persona} other {# personas}} esa hora ya pasó ese día: lo reciben al día siguiente',
    costUnknown: 'Coste desconocido: tu lista no tiene precio para ese día',
    costWithout: '{text}, sin {count, plural, one {# mensaje} other {# mensajes}} de precio desconocido',
  },
  test: {
    noValues: 'Nadie en esta audiencia tiene valor para cada variable. Da a cada una un texto alternativo.',
    sent: 'Prueba enviada.',
    unknown: 'WhatsApp no dijo si aceptó la prueba. Mira tu teléfono antes de enviar otra.',
    waiting: 'La prueba espera su envío. Mira tu teléfono en un momento.',
  },
  errors: {
    nobody: 'Nadie puede recibir esta campaña: {reasons}. Elige a otras personas.',
    nobodyConsented:
      'Nadie puede recibir esta campaña: {reasons}. Registra cómo dieron su consentimiento, o indícalo para esta campaña.',
    bothAudiences: 'Indica las personas como leads o como audiencia, no ambas cosas.',
    noLeads: 'No hay leads seleccionados.',
    tooManyDrafts: 'Ya hay {count, number} borradores. Elimina algunos primero.',
    noTime: 'Elige la fecha y la hora que debe marcar el reloj de cada persona.',
    clockTrial:
      'Un piloto o una prueba A/B necesita que todos empiecen a la vez. Elige una de las dos cosas.',
    quietTime: 'Las {time} están en las horas de silencio, de {from} a {to}. Elige otra hora.',
    past: 'Esta hora ya pasó. Elige otra o envía ahora.',
    tooFar: 'Falta más de un año. Elige una hora anterior.',
    editedMeanwhile: 'Esta campaña se editó mientras tanto. Vuelve a cargarla y repite tu cambio.',
    startedAlready: 'Esta campaña ya empezó o terminó, así que no se puede cambiar. Duplícala.',
    otherAccount:
      '{template} pertenece a otra cuenta de WhatsApp que {number}. Elige un número de su cuenta.',
    nothingToUndo: 'Ya no hay nada que deshacer. Puedes pausar o cancelar la campaña.',
    cancelled: 'Esta campaña se canceló. Programa otra para las personas a las que no llegó.',
    noRetry: 'No hay nadie a quien sirva reintentar.',
    noDecision: 'Ahora ningún mensaje necesita tu decisión. WhatsApp ya respondió o aún tiene tiempo.',
    notAgain: 'Este mensaje no se puede enviar otra vez. Recarga los registros para ver por qué.',
    otherVariables:
      'La plantilla tiene ahora otras variables. Envíala como mensaje nuevo con Enviar mensaje de WhatsApp.',
    unknownPage: 'Esta página de la lista no existe. Empieza por la primera.',
    status: {
      paused:
        'Esta campaña está {status, select, Scheduled {programada} Running {en curso} Paused {en pausa} Completed {completada} Failed {fallida} other {cancelada}}, así que no se puede pausar.',
      resumed:
        'Esta campaña está {status, select, Scheduled {programada} Running {en curso} Paused {en pausa} Completed {completada} Failed {fallida} other {cancelada}}, así que no se puede reanudar.',
      cancelled:
        'Esta campaña está {status, select, Scheduled {programada} Running {en curso} Paused {en pausa} Completed {completada} Failed {fallida} other {cancelada}}, así que no se puede cancelar.',
    },
  },
  done: {
    prices: 'Precios guardados',
    scheduled: '¡Campaña programada correctamente!',
    resent: 'El mensaje se envía otra vez.',
  },
  failures: {
    writtenOff: 'WhatsApp nunca dijo si los aceptó',
    writtenOffAdvice: 'Los diste por perdidos. No se sabe si llegaron.',
    notSent: 'No se pudo enviar',
    notSentAdvice: 'Abre las personas para ver qué falló en cada una.',
  },
  waiting: {
    retryLater: 'A las personas restantes se les reintenta más tarde, como pide WhatsApp.',
    unanswered: 'Esperando a que WhatsApp responda a los últimos mensajes.',
    othersFirst: 'Antes se envían otros mensajes de este número.',
    notSending:
      'Tidings no está enviando desde este número. Lo reintenta en un minuto; si sigue así, reinicia Tidings.',
  },
}
