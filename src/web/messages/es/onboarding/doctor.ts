import type { Translated } from '#contract/messages/shape.ts'
import type { doctor as english } from '../../en/onboarding/doctor.ts'

export const doctor: Translated<typeof english> = {
  title: 'Diagnóstico',
  install: 'Esta instalación',
  checkAgain: 'Comprobar de nuevo',
  checkNow: 'Comprobar ahora',
  checking: 'Comprobando...',
  checkingConnection: 'Comprobando tu conexión.',
  checked: 'Comprobado: {moment}.',
  checkedInZone: 'Comprobado: {moment} ({zone})',
  failed: 'No se pudo comprobar la conexión.',
  repairFailed: 'No se pudo corregir.',
  dismissFailed: 'No se pudo guardar.',
  fixing: 'Corrigiendo...',
  saving: 'Guardando...',
  report: 'Informe',
  copyReport: 'Copiar informe',
  reportHelp: 'Para soporte. Contiene ID y números, pero ningún token, PIN ni secreto.',
  reportText: 'Informe como texto',
  lede: {
    bad: '<b>{count, plural, one {# problema} other {# problemas}}</b> por corregir: quizá no se envíen mensajes o no lleguen informes de entrega.',
    attention: 'Revisa <b>{count, plural, one {# punto} other {# puntos}}</b>.',
    sendingAttention:
      'Los mensajes se envían. Revisa <b>{count, plural, one {# punto} other {# puntos}}</b>.',
    unknown: 'No hay problemas, pero no se pudo comprobar todo ahora.',
    good: 'Todo funciona: los mensajes se envían y los informes de entrega llegan.',
  },
  general: 'Webhooks y conexión',
  state: {
    done: 'Bien',
    turn: 'Requiere atención',
    broken: 'Mal',
    later: 'Sin comprobar',
  },
  loading: 'Cargando la última comprobación',
  titleOf: '{title}, {subject}',
  all: 'Las {count, number} comprobaciones y soluciones',
  whatToDo: 'Cómo corregirlas',
  help: 'Comprueba tu token, permisos, número, límites y webhooks. Se ejecuta una vez al día.',
}
