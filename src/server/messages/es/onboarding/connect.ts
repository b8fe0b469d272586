import type { Translated } from '#contract/messages/shape.ts'
import type { connect as english } from '../../en/onboarding/connect.ts'

export const connect: Translated<typeof english> = {
  synced: 'Estado de la configuración sincronizado.',
  redirecting: 'Redirigiendo a Meta...',
  saved: 'Datos de la empresa guardados.',
  assigned: 'La cuenta está asignada y conectada.',
  step: {
    token: 'El token es válido hasta el {date}.',
    tokenLasting: 'El token es válido y no vence.',
    permissions: 'El token puede enviar mensajes y administrar la cuenta.',
    account: 'Cuenta: {name}.',
    noNumber: 'La cuenta no tiene número de teléfono. Agrega uno en WhatsApp Manager y pulsa Sincronizar.',
    number: 'Número: {number}, {name, select, none {sin nombre aún} other {{name}}}.',
    notVerified: '{number} aún no está verificado. Pide un código a Meta e ingrésalo aquí.',
    registered: '{number} está registrado y puede enviar.',
    subscribed: 'Los informes de entrega y las respuestas llegan aquí.',
  },
  unreachedAccount:
    'Este acceso no puede usar la cuenta de WhatsApp {wabaId}. Revisa el ID o comparte la cuenta con el usuario del sistema en Meta.',
  noAccount:
    'Este acceso no tiene ninguna cuenta de WhatsApp. Ingresa el ID de la cuenta o comparte una con el usuario del sistema en Meta.',
  foreignNumber: 'El número de teléfono {phoneNumberId} no pertenece a esta cuenta de WhatsApp.',
  notStarted: 'Este proceso no empezó aquí o ya terminó. Empieza de nuevo en Configuración de WABA.',
  noCode: 'Meta no envió ningún código. Empieza de nuevo en Configuración de WABA.',
  oldCode:
    'Meta ya no acepta el código de este inicio de sesión. Dura 30 segundos y sirve una vez. Empieza de nuevo.',
  closed: 'Cerraste el inicio de sesión o no lo permitiste. No se conectó nada.',
  outdated: '{words} {advice}',
  shortToken:
    'Este token vence en un día y Meta no da uno más largo. Inicia sesión de nuevo o pega un token de usuario del sistema.',
  otherApp: 'Este token pertenece a otra app de Meta. Genera uno para la app {appId}.',
  newToken: 'Genera uno nuevo en Meta y conéctate con él.',
  copyToken: 'Cópialo de nuevo, completo y sin espacios.',
  missingScopes:
    'A este acceso le falta el permiso {scopes}. Permítelo cuando Meta lo pida o márcalo al generar el token.',
  testOnly: 'Las cuentas de prueba solo existen en modo de prueba. Conecta tu propia cuenta.',
  alreadyConnected: '{name} ya está conectada.',
  hosted: {
    configuration:
      'El registro en la página de Meta necesita una configuración de Login for Business. Define META_CONFIG_ID o conéctate de otra forma.',
    operatorToken:
      'El registro en la página de Meta necesita el token de usuario del sistema del operador. La primera persona que se registró lo guarda en Configuración de la cuenta, Clave de API del proveedor.',
    operatorRefused:
      'Meta rechazó el token de usuario del sistema del operador. El operador guarda uno nuevo en Configuración de la cuenta, Clave de API del proveedor.',
  },
}
