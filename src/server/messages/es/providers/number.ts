import type { Translated } from '#contract/messages/shape.ts'
import type { numberErrors as english } from '../../en/providers/number.ts'

export const numberErrors: Translated<typeof english> = {
  code33: {
    sentence: 'WhatsApp ya no conoce este número de envío.',
    advice: 'Comprueba en WhatsApp Manager que el número sigue en tu cuenta y conéctalo de nuevo.',
  },
  code613: {
    sentence: 'WhatsApp nos pidió ir más despacio.',
    advice: 'No hay que hacer nada: el envío continúa solo en unos minutos.',
  },
  code130429: {
    sentence: 'Este número llegó a la velocidad que WhatsApp le permite.',
    advice: 'No hay que hacer nada: el envío continúa solo en un momento, algo más lento.',
  },
  code131037: {
    sentence: 'El nombre que se muestra con este número aún no está aprobado.',
    advice: 'Pon el nombre visible en WhatsApp Manager y espera a que se apruebe.',
  },
  code131045: {
    sentence: 'Este número no está configurado para enviar, o su configuración está dañada.',
    advice: 'Registra de nuevo el número en la página de conexión.',
  },
  code131048: {
    sentence: 'WhatsApp no deja salir más mensajes de este número por ahora.',
    advice: 'Esperamos un día. Mientras, mira su límite y su calidad en WhatsApp Manager.',
  },
  code131057: {
    sentence: 'WhatsApp le está dando más velocidad a este número y mientras no acepta mensajes.',
    advice: 'No hay que hacer nada: tarda cerca de un minuto.',
  },
  code133000: {
    sentence: 'Una baja anterior de este número no terminó.',
    advice: 'Da de baja el número otra vez y después regístralo.',
  },
  code133004: {
    sentence: 'WhatsApp está caído por el momento.',
    advice: 'No hay que hacer nada: lo reintentamos hasta que vuelva.',
  },
  code133005: {
    sentence: 'El PIN de seis dígitos no es el de este número.',
    advice: 'Escribe el PIN correcto, o pon uno nuevo en WhatsApp Manager.',
  },
  code133006: {
    sentence: 'Primero hay que confirmar este número con un código.',
    advice: 'Pide un código por SMS o llamada, escríbelo y después registra el número.',
  },
  code133008: {
    sentence: 'El PIN se escribió mal demasiadas veces.',
    advice: 'Espera lo que diga WhatsApp y después escribe el PIN correcto.',
  },
  code133009: {
    sentence: 'El PIN se volvió a escribir demasiado pronto.',
    advice: 'Espera lo que diga WhatsApp y después escribe el PIN una vez más.',
  },
  code133010: {
    sentence: 'Este número no está registrado para enviar.',
    advice: 'Registra el número en la página de conexión; lo que esperaba continúa entonces.',
  },
  code133015: {
    sentence: 'Este número se dio de baja hace un momento.',
    advice: 'Espera cinco minutos y después regístralo.',
  },
  code133016: {
    sentence: 'Este número se registró y se dio de baja demasiadas veces.',
    advice: 'WhatsApp lo permite de nuevo a los tres días; antes nada ayuda.',
  },
}
