import type { Translated } from '#contract/messages/shape.ts'
import type { account as english } from '../../en/onboarding/account.ts'

export const account: Translated<typeof english> = {
  title: '{count, plural, one {Cuenta conectada} other {Cuentas conectadas}}',
  wabaId: 'ID de WABA <id>{wabaId}</id>',
  tokenUntil:
    '{kind, select, system_user {Token de usuario del sistema, válido} business {Token del registro de Meta, válido} other {Inicio con Facebook, válido}} hasta el {date}',
  tokenLasting:
    '{kind, select, system_user {Token de usuario del sistema} business {Token del registro de Meta} other {Inicio con Facebook}}, no vence',
  state: {
    reconnect: 'Vuelve a conectar',
    blocked: 'Detenida por Meta',
    connected: 'Conectada',
  },
  disconnect: 'Desconectar',
  disconnecting: 'Desconectando...',
  disconnected: 'Cuenta desconectada.',
  disconnectFailed: 'No se pudo desconectar.',
  disconnectTitle: '¿Desconectar {name}?',
  disconnectText:
    'Se borra su token y sus números dejan de enviar. Las campañas en curso se detienen. Los mensajes, las plantillas y los informes se conservan.',
  disconnectConfirm: 'Desconectar cuenta',
  disconnectCancel: 'Mantener conectada',
  noNumber:
    'Esta cuenta no tiene número de teléfono. Agrega uno en WhatsApp Manager y pulsa Sincronizar arriba.',
  marketing: {
    now: 'Las plantillas de marketing usan {endpoint, select, messages {la API de la nube} other {la Marketing Messages API}}.',
    use: 'Usar {endpoint, select, messages {la API de la nube} other {la Marketing Messages API}}',
    changed:
      'Ahora las plantillas de marketing usan {endpoint, select, messages {la API de la nube} other {la Marketing Messages API}}.',
  },
  saving: 'Guardando...',
  serverError: 'Error del servidor. Inténtalo de nuevo.',
  number: {
    sendsByDefault: 'Envía por defecto',
    makeDefault: 'Usar por defecto',
    quality: {
      GREEN: 'Calidad alta',
      YELLOW: 'Calidad media',
      RED: 'Calidad baja',
    },
    speed: '{rate} mensajes por segundo',
    noSpeedLimit: 'Sin límite de velocidad',
    dailyLimit: '{count} personas nuevas al día',
    noDailyLimit: 'Sin límite diario',
    onBusinessApp: 'También en la app WhatsApp Business',
    state: {
      CONNECTED: 'Conectado',
      notVerified: 'Sin verificar',
      notRegistered: 'Sin registrar',
      PENDING: 'Pendiente',
      DISCONNECTED: 'Desconectado',
      BANNED: 'Bloqueado',
      RESTRICTED: 'Restringido',
      FLAGGED: 'Marcado',
      RATE_LIMITED: 'Límite alcanzado',
      MIGRATED: 'Movido a otra cuenta',
      DELETED: 'Eliminado',
      UNVERIFIED: 'No verificado',
      UNKNOWN: 'Desconocido',
    },
    needs: {
      code: 'Verificar',
      registration: 'Registrar',
      pin: 'Ingresar PIN',
    },
  },
  window: {
    notNow: 'Ahora no',
  },
  register: {
    title: 'Registra el número',
    pinTitle: 'Ingresa el PIN',
    help: 'Para enviar, el número necesita un PIN de seis dígitos. Si no tiene, déjalo vacío: Tidings crea uno.',
    pinHelp: 'Este número ya tiene un PIN de seis dígitos de verificación en dos pasos. Ingrésalo.',
    pin: 'PIN',
    tries: 'Meta permite diez intentos en 72 horas.',
    forgot:
      '¿Lo olvidaste? Desactiva la verificación en dos pasos en WhatsApp Manager, en Números de teléfono. Luego inténtalo de nuevo.',
    submit: 'Registrar número',
    busy: 'Registrando...',
    done: 'El número está registrado y puede enviar.',
    failed: 'No se pudo registrar el número.',
  },
  verify: {
    title: 'Verifica el número',
    help: 'Meta envía al número un código de seis dígitos por SMS o llamada.',
    sms: 'Enviar código por SMS',
    call: 'Llamar al número',
    sending: 'Enviando...',
    sent: 'El código está en camino.',
    code: 'Código',
    submit: 'Verificar número',
    busy: 'Verificando...',
    done: 'El número está verificado y puede enviar.',
    registerNext: 'El número está verificado. Ahora regístralo.',
    failed: 'No se pudo verificar el número.',
  },
}
