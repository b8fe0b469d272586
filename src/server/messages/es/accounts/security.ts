import type { Translated } from '#contract/messages/shape.ts'
import type { security as english } from '../../en/accounts/security.ts'

export const security: Translated<typeof english> = {
  password: {
    common: 'Esta contraseña es de las primeras que otros prueban. Elige otra.',
    personal: 'Una contraseña hecha con tu nombre o tu correo es fácil de adivinar. Elige otra.',
  },
  currentPassword: {
    missing: 'Escribe tu contraseña actual.',
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
  deletion: {
    wrongName: 'Escribe el nombre de la empresa tal como aparece aquí: {name}',
    askedAlready: 'Ya está previsto borrar la empresa.',
    changed: 'Esto cambió mientras tanto. Vuelve a cargar la página.',
    nothingToTakeBack: 'No hay ningún borrado que se pueda anular.',
    nothingNew:
      'Esta empresa se va a borrar, así que no se envía nada nuevo. Anula primero el borrado en Configuración de la cuenta.',
    operatorStays:
      'El operador de esta instalación trabaja en esta empresa, por eso se queda. Para borrarla, detén Tidings y borra su carpeta de datos.',
  },
  confirmEmail: {
    first: 'Primero confirma tu correo: abre el enlace del mensaje que te enviamos.',
    changeSent: 'Abre el enlace que enviamos a {email}. Hasta entonces tu cuenta conserva su correo.',
    notMailed: 'No pudimos enviar el mensaje, así que el correo queda como está. Inténtalo más tarde.',
  },
  mail: {
    confirmSubject: 'Confirma tu correo para Tidings',
    confirmAsked: 'Hola, {name}: confirma que este es tu correo. Abre este enlace:',
    confirmIgnore: '¿No fuiste tú? Entonces ignora este mensaje: sin el enlace no cambia nada.',
    changeSubject: 'Tu cuenta de Tidings tendrá otro correo',
    changeText:
      'Alguien con sesión iniciada en tu cuenta pidió cambiar su correo a {email}. Cambiará cuando se abra el enlace enviado allí.',
    deletionSubject: '{name} se borrará de Tidings',
    deletionText:
      'La empresa {name} se borrará en {days, plural, one {# día} other {# días}}, con todos los leads, mensajes, archivos y cuentas. Sus campañas se detuvieron.',
    deletionTakeBack: 'Hasta entonces cualquier miembro puede anularlo en Configuración de la cuenta: {link}',
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
