import type { Translated } from '#contract/messages/shape.ts'
import type { health as english } from '../../en/onboarding/health.ts'

export const health: Translated<typeof english> = {
  alert: {
    lane_stopped: 'No se envían mensajes desde {number}.',
    token_dying: 'El acceso a la cuenta de WhatsApp {account} termina pronto.',
    token_dead: 'El acceso a la cuenta de WhatsApp {account} terminó.',
    webhook_silence: 'No llegan informes de entrega de WhatsApp.',
    disk_full: 'El disco de {machine} está casi lleno: quedan {gb, number} GB libres.',
    database_lagging:
      'La base de datos lleva {seconds, plural, one {# segundo} many {# segundos} other {# segundos}} de retraso.',
  },
  remedy: {
    lane_stopped: 'Tus mensajes están a salvo. Abre el diagnóstico para ver qué hacer.',
    token_dying: 'Vuelve a conectar la cuenta para poder seguir enviando mensajes.',
    token_dead: 'Vuelve a conectar la cuenta para poder enviar mensajes.',
    webhook_silence: 'Abre el diagnóstico: comprueba la dirección a la que informa WhatsApp.',
    disk_full:
      'Borra copias y registros antiguos, o consigue un disco más grande. Un disco lleno lo detiene todo.',
    database_lagging: 'Revisa el servidor de la base de datos: su carga, su disco y sus réplicas.',
  },
  check: {
    title: {
      sending: 'Envío',
      processes: 'Procesos',
      database: 'Base de datos',
      webhooks: 'Webhooks',
      disk: 'Disco',
      unknown: 'Mensajes desconocidos',
    },
    sending: {
      good: 'Ningún número está detenido.',
    },
    processes: {
      good: '{count, plural, one {# proceso en marcha.} many {# procesos en marcha.} other {# procesos en marcha.}}',
    },
    database: {
      good: 'Responde en {ms, number} ms.',
      comparing: 'No está en el estado en que estaba. El envío espera.',
      comparingMeans: 'Se compara lo que se envió. Tarda hasta un minuto.',
    },
    webhooks: {
      good: 'Todos los webhooks están aplicados.',
      late: '{count, plural, one {# webhook espera} many {# webhooks esperan} other {# webhooks esperan}}; el más antiguo, desde hace {seconds, number} s.',
      lateMeans:
        'Comprueba que haya un proceso de trabajo en marcha. Los informes y las respuestas se ven tarde.',
      failed:
        '{count, plural, one {# webhook de los últimos 3 días no se pudo aplicar.} many {# webhooks de los últimos 3 días no se pudieron aplicar.} other {# webhooks de los últimos 3 días no se pudieron aplicar.}}',
      failedMeans:
        'Pueden contener bajas. Tidings lo intenta de nuevo cada hora. Ábrelos en Webhooks guardados.',
    },
    disk: {
      good: 'Quedan {gb, number} GB libres.',
      full: 'Casi lleno: quedan {gb, number} GB libres.',
    },
    unknown: {
      good: '{count, plural, =0 {Ningún mensaje tiene estado desconocido.} one {# mensaje tiene estado desconocido.} many {# mensajes tienen estado desconocido.} other {# mensajes tienen estado desconocido.}}',
      many: '{count, number} mensajes tienen estado desconocido.',
      manyMeans: 'Muchos a la vez indican un problema en el camino a WhatsApp.',
    },
  },
  mail: {
    subject: '{count, number} problemas necesitan tu atención',
    link: 'Mira qué hacer: {link}',
  },
  openDoctor: 'Abrir diagnóstico',
}
