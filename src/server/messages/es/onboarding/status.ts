import type { Translated } from '#contract/messages/shape.ts'
import type { status as english } from '../../en/onboarding/status.ts'

export const status: Translated<typeof english> = {
  afterConnecting: 'Meta lo informa cuando conectas una cuenta.',
  afterChoosing: 'Meta lo informa cuando eliges un número.',
  name: {
    verified: 'Nombre verificado: {name}',
    none: 'Meta aún no le dio un nombre al número.',
    inReview: 'Meta está revisando {name, select, none {el nombre} other {{name}}}.',
    declined:
      'Meta rechazó {name, select, none {el nombre} other {el nombre {name}}}. Elige otro en WhatsApp Manager.',
    add: 'Ponle un nombre visible al número en WhatsApp Manager.',
  },
  permission: {
    login: 'Inicia sesión con Facebook o pega un token de acceso.',
    missing: 'Falta: {scopes}. Vuelve a conectar y permítelo.',
  },
  number: {
    notVerified: 'Sin verificar: {number, select, none {el número} other {{number}}}. Pide un código a Meta.',
    notRegistered:
      '{number, select, none {El número} other {{number}}} está verificado, pero aún no está registrado para enviar.',
  },
  terms: {
    later: 'Las aceptas en el diálogo de Meta.',
    rejected: 'Meta rechazó la cuenta en su revisión. Apela en WhatsApp Manager.',
  },
  chosen: {
    choose: 'Tu sesión tiene varias cuentas o números. Elige cuál puede usar Tidings.',
    addNumber: 'La cuenta no tiene número de teléfono. Agrega uno en WhatsApp Manager.',
    syncKey: 'Tu clave de API está guardada. Pulsa Sincronizar para conectar su cuenta.',
    later: 'Lo eliges al iniciar sesión.',
  },
  documents: {
    later: 'Meta puede pedir documentos. Súbelos en Meta, no aquí.',
    verified: 'Meta verificó tu empresa.',
    pending: 'Meta está revisando tus documentos.',
    rejected:
      'Meta no aceptó tus documentos. Envíalos de nuevo en Configuración del negocio, Centro de seguridad.',
    none: 'Meta no pide ninguno ahora. Verificar tu empresa sube el límite diario.',
  },
  word: {
    reconnect: 'Vuelve a conectar',
    blocked: 'Detenido por Meta',
    lowQuality: 'Calidad baja',
    connected: 'Conectado',
    notVerified: 'Sin verificar',
    notRegistered: 'Sin registrar',
    FLAGGED: 'Marcado',
    RESTRICTED: 'Restringido',
    BANNED: 'Bloqueado',
    RATE_LIMITED: 'Límite alcanzado',
    MIGRATED: 'Movido a otra cuenta',
    DELETED: 'Eliminado',
    DISCONNECTED: 'Desconectado',
    PENDING: 'Pendiente',
    UNKNOWN: 'Desconocido',
    UNVERIFIED: 'No verificado',
  },
  notice: {
    nothingSent: '{name} no puede enviar mensajes.',
    ended: 'La conexión terminó.',
    waiting:
      'En espera: {campaigns, plural, =0 {} one {# campaña} other {# campañas}}{both, select, yes { y } other {}}{messages, plural, =0 {} one {# mensaje} other {# mensajes}}.',
    whatToDo: 'Ver qué hacer',
    renew: 'Renovar acceso',
    ending:
      'El acceso a {name} termina {days, plural, =1 {en menos de 24 horas} one {en # día} other {en # días}}. Después no puedes enviar.',
    over: 'El acceso a {name} terminó. No puedes enviar.',
  },
  remedy: {
    login: 'Inicia sesión con Facebook de nuevo. Después se envían los mensajes en espera.',
    token:
      'Genera un nuevo token de usuario del sistema en Meta y pégalo. Después se envían los mensajes en espera.',
    key: 'Guarda una nueva clave de API del proveedor en Configuración de la cuenta, o quita la anterior. Después se envían los mensajes en espera.',
  },
  remedyAction: {
    login: 'Iniciar sesión de nuevo',
    token: 'Pegar un token nuevo',
    key: 'Guardar una clave nueva',
  },
}
