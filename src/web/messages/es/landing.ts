import type { Translated } from '#contract/messages/shape.ts'
import type { landing as english } from '../en/landing.ts'

export const landing: Translated<typeof english> = {
  documentTitle: 'Tidings: campañas de WhatsApp para tu negocio',
  description:
    'Envía mensajes de WhatsApp desde tu número y tu servidor. Cada persona recibe el mensaje una sola vez. Ves quién lo leyó.',
  account: 'Cuenta',
  login: 'Iniciar sesión',
  getStarted: 'Empezar',
  loginWhatsapp: 'Iniciar sesión con WhatsApp',
  how: 'Cómo funciona',
  heroTitle: 'Envía tus novedades. Mira quién las leyó.',
  heroLede:
    'Envía mensajes de WhatsApp desde tu número y tu servidor. Cada persona recibe el mensaje una sola vez. Ves a quién le llegó, quién lo leyó y por qué falló un mensaje.',
  claims: {
    label: 'Cifras',
    openRate: 'tasa de apertura',
    ctr: 'CTR',
    count: '+{count, number}',
    businesses: 'negocios',
  },
  features: {
    title: 'Envía y ve resultados',
    broadcast: 'Difusión y plantillas',
    broadcastText:
      'Escribe un mensaje una vez, mira la vista previa y envíalo a quienes aceptaron recibirlo.',
    chat: 'Chatbot y chat en vivo',
    chatText: 'Hoy ya lees cada respuesta y respetas cada STOP. Pronto habrá bandeja compartida y chatbot.',
    ads: 'Anuncios Click-to-WhatsApp',
    adsText:
      'Tus anuncios abren un chat con tu número. Pronto verás también qué anuncio trajo a cada persona.',
    analytics: 'Panel de estadísticas',
    analyticsText:
      'Ve todos los mensajes en totales que cuadran. Cada fallo viene con su motivo y su solución.',
  },
  steps: {
    connect: 'Inicia sesión y conecta una cuenta de empresa mediante el OAuth del proveedor.',
    templates: 'Crea plantillas y envíalas para que el proveedor las apruebe.',
    optIns: 'Recoge consentimientos con formularios, códigos QR o widgets.',
    campaigns: 'Lanza campañas con programación, personalización y estadísticas.',
    track: 'Sigue aperturas, clics y entregas.',
  },
  useCases: {
    title: 'Qué envían los negocios',
    label: 'Casos de uso',
    orders: 'Actualizaciones de pedidos',
    ordersTitle: 'Dónde está mi pedido',
    ordersText:
      'Avisa que el pedido está listo, en camino o en la puerta. Añade el número de pedido y un botón de mapa.',
    reminders: 'Recordatorios de citas',
    remindersTitle: 'Menos citas perdidas',
    remindersText: 'Recuérdalo el día antes. La gente responde con un botón: voy o en otro momento.',
    promotions: 'Campañas promocionales',
    promotionsTitle: 'Una oferta que vale abrir',
    promotionsText:
      'Envía una imagen, un texto corto y un botón. Solo lo reciben quienes aceptaron, a la hora que elijas.',
    leads: 'Generación de leads',
    leadsTitle: 'De pregunta a cliente',
    leadsText: 'Alguien escribe a tu número y aparece al instante en tus leads, con su nombre de WhatsApp.',
  },
  ask: '¿Listo para empezar?',
  copyright: '© <year></year> Tidings',
  footer: 'Tu servidor, tus contactos.',
  hero: {
    label: 'Una campaña en Tidings',
    message: 'Hola, Meenakshi: ya puedes pedir las <b>cajas de boda</b>. Dinos la fecha y cuántos invitados.',
    footer: 'Responde STOP para darte de baja',
    button: 'Ver cajas',
    status: 'Completada',
    name: 'Cajas de boda, primeros pedidos',
    planned: 'Previstos',
  },
}
