import type { Translated } from '#contract/messages/shape.ts'
import type { help as english } from '../en/help.ts'

export const help: Translated<typeof english> = {
  title: 'Centro de ayuda',
  lede: 'Respuestas a las preguntas más comunes y una forma de hacer la tuya. Respondemos <b>en menos de 24 horas</b>.',
  questions: {
    title: 'Preguntas frecuentes',
    connect: {
      question: '¿Cómo conecto mi número de WhatsApp?',
      answer:
        'Abre <setup>Configuración de WABA</setup> e inicia sesión con Facebook, o pega un token que ya tengas. Después elige la cuenta y el número. En modo de prueba ningún mensaje sale de esta máquina, ni siquiera con una cuenta conectada. Para salir del modo de prueba, define <code>META_APP_ID</code> en el servidor; <live>Pasar a producción</live> explica cómo.',
    },
    pending: {
      question: '¿Por qué mi plantilla sigue pendiente?',
      answer:
        'WhatsApp revisa cada plantilla antes de que puedas enviarla. Tarda entre un minuto y un día. Si la rechaza, verás el motivo en <templates>Plantillas</templates>. Cambia el texto y WhatsApp la revisará de nuevo.',
    },
    recipients: {
      question: '¿A quién puedo escribir?',
      answer:
        'A quienes aceptaron recibir tus mensajes. Indica cómo aceptaron al agregarlos o importarlos en <leads>Generador de leads</leads>. Quien responde STOP queda fuera de todas las campañas siguientes al instante.',
    },
    failed: {
      question: '¿Por qué no se entregó un mensaje?',
      answer:
        'Ábrelo en <logs>Registros</logs> para ver el motivo y cómo solucionarlo. A menudo la persona no usa WhatsApp con ese número o ya recibió demasiados mensajes de marketing ese día. Un mensaje nunca se envía dos veces por sí solo.',
    },
    cost: {
      question: '¿Cuánto cuesta un mensaje?',
      answer:
        'WhatsApp te cobra cada mensaje entregado, según el país y la categoría. Tidings no añade nada. Ves el coste estimado antes de enviar una campaña, y tu consumo en <usage>Suscripción</usage>.',
    },
  },
  ask: {
    label: 'Contacto',
    title: 'Pregúntanos',
    email: 'Correo electrónico',
    message: 'Mensaje',
    send: 'Enviar mensaje',
    sent: '¡Gracias! Tu mensaje se ha enviado. Responderemos en menos de 24 horas.',
    failed: 'No recibimos tu mensaje. Sigue en el formulario: envíalo de nuevo.',
    unreachable:
      'No recibimos tu mensaje porque no se puede acceder al servidor. Sigue en el formulario: envíalo de nuevo.',
  },
  contact: {
    title: 'Contacto de soporte',
    write: 'Escribe a <mail>{email}</mail>.',
    form: 'Usa el formulario de arriba. Llega a la persona que administra esta instalación.',
    doctor:
      'Si algo falla con tu número, abre primero el <doctor>diagnóstico</doctor>. Muestra el problema y cómo solucionarlo.',
  },
  inbox: {
    title: 'Mensajes de ayuda',
    lede: 'Mensajes que te han enviado. Prometiste responder en menos de 24 horas.',
    loading: 'Cargando mensajes',
    emptyTitle: 'Aún no hay mensajes',
    empty: 'Aquí aparecen los mensajes del Centro de ayuda.',
    new: 'Nuevo',
  },
}
