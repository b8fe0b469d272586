import type { Translated } from '#contract/messages/shape.ts'
import type { account as english } from '../../en/onboarding/account.ts'

export const account: Translated<typeof english> = {
  reason: {
    tokenExpired: 'El token de acceso venció.',
    tokenWithdrawn:
      'El token de acceso se retiró en Meta, por ejemplo, por una contraseña nueva o un rol perdido.',
    tokenUnknown: 'Meta no conoce este token de acceso.',
    noToken: 'Esta cuenta no tiene token de acceso.',
    disconnectedByOwner: 'Desconectaste esta cuenta.',
    replacedTestPhone: 'El teléfono de prueba ahora usa la cuenta que conectaste.',
    appRemoved: 'Esta app se quitó de la cuenta de WhatsApp en Meta. Vuelve a conectar para enviar.',
    deleted: 'La cuenta de WhatsApp se eliminó en Meta.',
    disabled:
      'Meta deshabilitó esta cuenta de WhatsApp. Consulta el motivo en WhatsApp Manager y pide una revisión.',
    restrictedUntil:
      'Meta restringió esta cuenta hasta: {date}. No puede iniciar conversaciones. Después se reanudan los envíos.',
    restricted:
      'Meta restringió esta cuenta. Ahora no puede iniciar conversaciones. Consulta el motivo en WhatsApp Manager.',
    payment:
      'WhatsApp no puede cobrarte. Corrige el método de pago en WhatsApp Manager y reanuda los envíos.',
    locked: 'WhatsApp bloqueó tu cuenta. Consulta el motivo en WhatsApp Manager y pide una revisión.',
    rulesBroken:
      'WhatsApp bloqueó tu cuenta por incumplir sus reglas. Consulta hasta cuándo en WhatsApp Manager.',
    reviewRejected:
      'Meta rechazó esta cuenta de WhatsApp en su revisión. Consulta el motivo en WhatsApp Manager y apela.',
  },
  metaSays: 'Meta dice: {words}',
  sender: {
    none: 'No hay ningún número de WhatsApp conectado. Conecta uno primero en Configuración de WABA.',
    disconnected: '{number} ya no está conectado. Vuelve a conectarlo en Configuración de WABA.',
    ended: 'La conexión con WhatsApp terminó.',
    noToken: 'Este número no tiene token de acceso. Vuelve a conectar en Configuración de WABA.',
  },
  key: {
    unreached:
      'Meta acepta esta clave, pero no puede usar {name} (ID de WABA {wabaId}). Da acceso a su usuario del sistema en Meta o desconecta la cuenta.',
    forgotten: 'Meta ya no acepta la clave de API de Configuración de la cuenta. Se quitó la clave.',
    inTheWay:
      'La clave de API de Configuración de la cuenta prevalece sobre este inicio de sesión, pero no puede usar esta cuenta. Quita la clave o dale acceso en Meta.',
    removed: 'Se quitó la clave. No hay ninguna cuenta conectada.',
    stopped: '{name} no puede enviar.',
    reconnect: 'Vuelve a conectarla.',
    back: '{count, plural, one {Esta cuenta puede} other {Estas cuentas pueden}} enviar de nuevo: {names}. Los mensajes en espera se envían ahora.',
    used: 'Meta acepta la clave. {count, plural, one {Esta cuenta ahora envía} other {Estas cuentas ahora envían}} con ella: {names}.',
    notUsed:
      '{count, plural, one {Esta cuenta ahora envía} other {Estas cuentas ahora envían}} sin la clave: {names}.',
    choose: 'Meta acepta la clave. Tiene varias cuentas o números.',
    notConnected: 'La clave está guardada, pero no hay ninguna cuenta conectada. {reason}',
    connected:
      'Meta acepta la clave. {known, select, yes {{name}} other {Tu cuenta}} está conectada con ella.',
  },
  taken: 'Otra empresa de aquí usa esta cuenta de WhatsApp. Desconéctala allí primero.',
  numberTaken: 'Otra empresa de aquí usa un número de esta cuenta de WhatsApp. Desconéctalo allí primero.',
  noLogin: 'No hay un inicio de sesión para conectar. Primero inicia sesión con Facebook o pega un token.',
  noLoginToChoose:
    'Aún no hay un inicio de sesión para elegir. Primero inicia sesión con Facebook o pega un token de acceso.',
  onBusinessApp: 'Este número se usa en la app WhatsApp Business. No necesita registro.',
  wrongCode: 'Este código es incorrecto o muy antiguo. Revísalo o pide uno nuevo.',
  missingIds: 'Falta el ID de WABA o del número de teléfono.',
  disconnected: 'Cuenta desconectada.',
}
