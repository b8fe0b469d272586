import type { Translated } from '#contract/messages/shape.ts'
import type { security as english } from '../../en/accounts/security.ts'

export const security: Translated<typeof english> = {
  password: {
    common: 'Esta contraseña es de las primeras que otros prueban. Elige otra.',
    personal: 'Una contraseña hecha con tu nombre o tu correo es fácil de adivinar. Elige otra.',
  },
  currentPassword: {
    missing: 'Escribe tu contraseña actual para cambiar tu correo o tu contraseña.',
    wrong: 'Esta no es tu contraseña actual.',
  },
  passkeys: {
    needsName:
      'Las llaves de acceso necesitan un nombre en lugar de una dirección IP. Abre Tidings por su dominio o como localhost.',
    refused: 'La llave de acceso no se creó aquí o tardó demasiado. Empieza de nuevo.',
    known: 'Esta llave de acceso ya está guardada.',
    tooMany: 'Tienes {most, number} llaves de acceso. Quita una primero.',
    unknown:
      'Esta llave de acceso no se conoce aquí o tardó demasiado. Inténtalo de nuevo o usa tu contraseña.',
  },
  twoFactor: {
    needed: 'Escribe el código de tu app de autenticación.',
    wrong: 'Este código es incorrecto, es antiguo o ya se usó.',
    isOn: 'La autenticación en dos pasos ya está activada.',
    isOff: 'La autenticación en dos pasos está desactivada.',
    notStarted: 'Empieza de nuevo: no hay ninguna clave que confirmar.',
  },
  sessionEnded: 'Sesión cerrada allí.',
  resetUnusable: 'Este enlace ya no funciona. Pide uno nuevo.',
  signupClosed: 'Aquí no se crean cuentas nuevas. Pregunta al operador de esta instalación.',
  setupCodeMissing: 'Escribe el código de configuración. Lo muestra la terminal del servidor.',
  setupCodeWrong: 'Este no es el código de configuración. Lo muestra la terminal del servidor.',
  mail: {
    lockSubject: 'Alguien intenta entrar en tu cuenta de Tidings',
    lockTries:
      'Hola, {name}: se probaron demasiadas contraseñas incorrectas en tu cuenta, la última desde la dirección {address}. Desde allí hay que esperar ahora.',
    lockDevices: 'Los navegadores en los que ya iniciaste sesión siguen funcionando.',
    lockDo: 'Si no fuiste tú, no tienes que hacer nada. Para elegir una contraseña nueva: {link}',
    subject: 'Nueva contraseña de Tidings',
    asked: 'Hola {name}: alguien pidió una contraseña nueva para tu cuenta. Para elegirla, abre este enlace:',
    until: 'El enlace funciona una vez, durante {hours, plural, one {# hora} other {# horas}}.',
    ignore: '¿No fuiste tú? Entonces ignora este correo: tu contraseña no cambia.',
  },
}
