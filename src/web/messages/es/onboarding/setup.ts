import type { Translated } from '#contract/messages/shape.ts'
import type { setup as english } from '../../en/onboarding/setup.ts'

export const setup: Translated<typeof english> = {
  title: 'Configuración de WhatsApp Business',
  lede: 'Conecta tu cuenta de WhatsApp Business (WABA). Inicias sesión en Meta y vuelves aquí.',
  returned: 'Volviste de Meta. Leyendo tu cuenta.',
  syncing: 'Sincronizando',
  tabs: {
    label: 'Registro',
    new: 'Registro nuevo',
    existing: 'Ya registrada',
  },
  connected:
    '<b>{name}</b> está conectada. Regístrate de nuevo para agregar otra cuenta o renovar el acceso.',
  viewStatus: 'Ver estado',
  business: 'Tu empresa',
  aside: 'Otras formas y progreso',
  token: {
    title: '¿Tienes un token?',
    help: 'Pega el token de usuario del sistema de tu app de Meta. Sin inicio de sesión ni revisión.',
    paste: 'Pegar un token',
  },
  form: {
    businessName: 'Nombre de la empresa',
    phone: 'Número de teléfono',
    phoneHelp: 'El número que envía, con el signo más y el código de país. Sin espacios.',
    existingPhoneHelp: 'El número que ya está registrado en WhatsApp Business.',
    category: 'Categoría',
    categoryPlaceholder: 'A qué te dedicas',
    register: 'Registrar empresa',
    connect: 'Conectar número',
    redirecting: 'Redirigiendo a Meta...',
    failed: 'No se pudo guardar la información de la empresa.',
    session: 'Sesión no válida. Inicia sesión de nuevo.',
    fixErrors: 'Corrige los errores de arriba.',
  },
  live: {
    title: 'Pasar a producción',
    testMode:
      'Esta instalación está en modo de prueba: un sandbox reemplaza a Meta y ningún mensaje sale de esta máquina. Conectar una cuenta no termina el modo de prueba; configurar <code>META_APP_ID</code> sí.',
    operator: 'Para enviar mensajes reales, crea una app en Meta, ingresa aquí sus datos y reinicia.',
    notOperator:
      'Para enviar mensajes reales, pide al operador de esta instalación que la conecte a una app de Meta.',
    steps: {
      app: 'En <b>developers.facebook.com</b>, crea una app de tipo Empresa. Agrega el producto WhatsApp.',
      address: 'Dale a esta instalación una dirección https pública. Ponla en <code>PUBLIC_URL</code>.',
      secrets:
        'Configura <code>META_APP_ID</code> y <code>META_APP_SECRET</code> (App settings, Basic). Para el diálogo de inicio de sesión, también <code>META_CONFIG_ID</code>. Luego reinicia.',
      enter: 'Ingresa estos valores en Meta. La primera conexión también configura el webhook.',
      connect: 'Vuelve aquí. Pega un token de usuario del sistema o inicia sesión con Facebook.',
    },
    guide: 'Guía completa: <code>docs/connecting-meta.md</code>',
    addresses: 'Valores para Meta',
    webhook: 'Dirección del webhook',
    verifyToken: 'Token de verificación',
    redirect: 'Redirección de inicio de sesión',
    domain: 'Dominio permitido',
    copy: 'Copiar: {name}',
  },
}
