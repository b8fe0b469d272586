import type { Translated } from '#contract/messages/shape.ts'
import type { dashboard as english } from '../en/dashboard.ts'

export const dashboard: Translated<typeof english> = {
  greeting: {
    morning: 'Buenos días',
    afternoon: 'Buenas tardes',
    evening: 'Buenas noches',
    guest: 'invitado',
    title: '{greeting}, {name}',
  },
  lede: {
    running: '<b>{name}</b> se está enviando: {percent} listo.',
    runningUntil: '<b>{name}</b> se está enviando: {percent} listo, termina hacia las <b>{time}</b>.',
    waiting: '<b>{name}</b> está en espera: {percent} listo.',
    waitingUntil: '<b>{name}</b> está en espera: {percent} listo, termina hacia las <b>{time}</b>.',
    notReached: 'No llegó a <b>{count, plural, one {# persona} other {# personas}}</b>.',
    yourTurn: '<link>{name}</link> te necesita: {reason}',
    today:
      'Hoy: <b>{sent, plural, one {# mensaje enviado} other {# mensajes enviados}}</b>, <b>{read, number}</b> leídos.',
    scheduled:
      'Ahora no se está enviando nada. {count, plural, one {Hay <b># campaña</b> programada.} other {Hay <b># campañas</b> programadas.}}',
    consented:
      'Hoy no has enviado nada. {count, plural, one {<b># persona</b> aceptó recibir tus mensajes.} other {<b># personas</b> aceptaron recibir tus mensajes.}}',
    noLeads: '<link>Añade tus primeros leads</link> para enviar una campaña hoy.',
  },
  side: 'Hoy y herramientas',
  cards: {
    label: 'Cifras',
    loading: 'Cargando cifras',
    leads: 'Leads recopilados',
    leadsNote: '{week, number} esta semana, {consent, number} con consentimiento',
    messages: 'Mensajes enviados',
    messagesNote: '{count, number} hoy',
    campaigns: 'Campañas activas',
    running: '{count, number} en curso',
    scheduled: '{count, plural, one {# programada} other {# programadas}}',
    paused: '{count, number} en pausa',
    total: '{count, plural, one {# campaña} other {# campañas}} hasta ahora',
    none: 'Ninguna todavía',
  },
  recent: {
    title: 'Campañas recientes',
    loading: 'Cargando campañas...',
    timesIn: 'Horas en {zone}',
    failed: 'Tus campañas aparecen aquí cuando se puedan cargar.',
    empty: 'No se encontraron campañas.',
    create: 'Crear una campaña',
    how: 'Elige una plantilla aprobada y los destinatarios. Mira la vista previa y envíala ahora o más tarde.',
  },
  running: {
    title: 'En curso ahora',
    open: 'Abrir campaña',
    all: 'Ver todas',
    nothing: 'Ahora no se está enviando nada',
    done: '{rate}, listo {ahead}',
  },
  turn: {
    title: 'Te toca a ti',
    count: '{count, plural, one {# tarea} other {# tareas}}',
  },
  today: {
    title: 'Hoy',
    loading: 'Cargando las cifras de hoy',
    failed: 'Sin datos por ahora.',
    sent: 'Enviados',
    delivered: 'Entregados',
    read: 'Leídos',
    failedCount: 'Fallidos',
    unknown: 'Sin respuesta aún',
    left: 'Quedan del límite de hoy',
  },
  tools: {
    title: 'Herramientas',
    templates: 'Gestionar plantillas de Meta',
    send: 'Enviar mensaje de WhatsApp',
    logs: 'Ver registros de Meta',
    webhook: 'Probador de webhooks',
  },
}
