import type { Translated } from '#contract/messages/shape.ts'
import type { dashboard as english } from '../en/dashboard.ts'

export const dashboard: Translated<typeof english> = {
  testPhone: {
    none: 'Esta instalación no tiene teléfono de prueba.',
    notStarted: 'Envía primero un mensaje de prueba al teléfono de prueba.',
    notReady: 'El número de prueba aún no está listo. Inténtalo de nuevo en un momento.',
    leadName: 'Teléfono de prueba',
  },
  turn: {
    signups: 'Cuenta de WhatsApp {account}',
    signupsMore: 'Cuenta de WhatsApp {account} y {count, number} más',
    signupsReason: 'Alguien se registró en la página de Meta y espera. Indica de quién es la cuenta.',
    assign: 'Asignar cuenta',
    blocked: 'No se puede enviar nada.',
    unregistered: 'No se puede enviar nada hasta registrar el número.',
    needs: {
      code: 'Verificar',
      registration: 'Registrar',
      pin: 'Ingresar PIN',
    },
    paused: 'La pausaste. Reanúdala o cancélala.',
    openCampaign: 'Abrir campaña',
    single: 'Mensajes individuales',
    unknown:
      '{count, plural, one {WhatsApp no respondió a # mensaje. Decide si lo envías otra vez.} other {WhatsApp no respondió a # mensajes. Decide si los envías otra vez.}}',
    decide: 'Decidir',
    wentBack: 'La base de datos volvió al {date}',
    wentBackMessages:
      '{unknown, plural, =0 {No hay mensajes en duda.} one {# mensaje pudo haberse enviado y no se envía de nuevo.} other {# mensajes pudieron haberse enviado y no se envían de nuevo.}}',
    wentBackMissing: 'En esta máquina falta el registro de lo que se envió después. Las campañas te esperan.',
    wentBackHeld: '{count, plural, one {# campaña te espera.} other {# campañas te esperan.}}',
    wentBackOptOuts:
      '{count, plural, one {Se recuperó # baja o posible baja.} other {Se recuperaron # bajas y posibles bajas.}}',
    seeMessages: 'Ver mensajes',
    botStopped: 'El chatbot se detuvo porque daba vueltas. Responde a esta persona.',
    openConversation: 'Abrir conversación',
    openTemplate: 'Abrir plantilla',
    rejected:
      '{count, plural, one {Se rechazó # fila. Corrígela e impórtala otra vez.} other {Se rechazaron # filas. Corrígelas e impórtalas otra vez.}}',
    seeRows: 'Ver filas',
    next: 'Siguiente paso',
    addLeads: 'Tu número está conectado. Ahora añade a las personas a las que quieres escribir.',
    addCustomers: 'Añadir tus clientes',
    write: 'Tus clientes ya están aquí. Elige una plantilla y envíasela.',
    writeMessage: 'Escribir tu mensaje',
  },
}
