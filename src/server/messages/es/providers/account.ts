import type { Translated } from '#contract/messages/shape.ts'
import type { accountErrors as english } from '../../en/providers/account.ts'

export const accountErrors: Translated<typeof english> = {
  code0: {
    sentence: 'WhatsApp ya no acepta nuestro acceso a tu cuenta.',
    advice: 'Conecta de nuevo tu cuenta de WhatsApp; lo que esperaba continúa entonces.',
  },
  code1: {
    sentence: 'WhatsApp tuvo un problema propio y no dijo cuál.',
    advice: 'No hay que hacer nada: lo reintentamos unas cuantas veces.',
  },
  code2: {
    sentence: 'WhatsApp está caído o saturado por el momento.',
    advice: 'No hay que hacer nada: lo reintentamos hasta que vuelva.',
  },
  code3: {
    sentence: 'Tu aplicación de WhatsApp no tiene permiso para hacer esto.',
    advice: 'Revisa los permisos de tu aplicación en Meta y conéctala de nuevo.',
  },
  code4: {
    sentence: 'Tu aplicación ya hizo todas las llamadas que WhatsApp permite por ahora.',
    advice: 'No hay que hacer nada: el envío continúa solo en menos de una hora.',
  },
  code10: {
    sentence: 'Falta un permiso necesario, o se retiró.',
    advice: 'Conecta de nuevo tu cuenta de WhatsApp y permite todo lo que se pide.',
  },
  code100: {
    sentence: 'WhatsApp no entendió lo que enviamos.',
    advice: 'Si no entiendes el motivo de WhatsApp, avísanos.',
  },
  code104: {
    sentence: 'WhatsApp pidió un acceso que no pudimos mostrar.',
    advice: 'Conecta de nuevo tu cuenta de WhatsApp; lo que esperaba continúa entonces.',
  },
  code190: {
    sentence: 'Nuestro acceso a tu cuenta de WhatsApp terminó.',
    advice: 'Conecta de nuevo tu cuenta de WhatsApp; lo que esperaba continúa entonces.',
  },
  code190_458: {
    sentence: 'Nuestra aplicación se quitó de tu cuenta de Facebook.',
    advice: 'Conecta de nuevo tu cuenta de WhatsApp; lo que esperaba continúa entonces.',
  },
  code190_460: {
    sentence: 'Se cambió la contraseña de la cuenta de Facebook y eso terminó nuestro acceso.',
    advice: 'Conecta de nuevo tu cuenta de WhatsApp; lo que esperaba continúa entonces.',
  },
  code190_463: {
    sentence: 'Nuestro acceso a tu cuenta de WhatsApp era por un tiempo, y ese tiempo terminó.',
    advice: 'Conecta de nuevo tu cuenta de WhatsApp; lo que esperaba continúa entonces.',
  },
  code200: {
    sentence: 'Nuestro acceso ya no llega a esta cuenta de WhatsApp.',
    advice: 'Conecta de nuevo tu cuenta de WhatsApp y permite todo lo que se pide.',
  },
  code368: {
    sentence: 'WhatsApp bloqueó tu cuenta por un tiempo por incumplir sus reglas.',
    advice: 'Mira en WhatsApp Manager qué regla fue y hasta cuándo dura el bloqueo.',
  },
  code803: {
    sentence: 'Lo que se buscaba ya no está en WhatsApp.',
    advice: 'Recarga la página. Si sigue así, conecta de nuevo tu cuenta de WhatsApp.',
  },
  code80007: {
    sentence: 'Tu cuenta de WhatsApp ya hizo todas las llamadas que puede por ahora.',
    advice: 'No hay que hacer nada: el envío continúa solo en cuanto WhatsApp lo permita.',
  },
  code80008: {
    sentence: 'Se pidieron plantillas y ajustes demasiado a menudo; WhatsApp quiere una pausa.',
    advice: 'No hay que hacer nada: los mensajes siguen y la lista se actualiza después.',
  },
  code131016: {
    sentence: 'Una parte de WhatsApp está caída por el momento.',
    advice: 'No hay que hacer nada: lo reintentamos hasta que vuelva.',
  },
  code131031: {
    sentence: 'WhatsApp bloqueó tu cuenta.',
    advice: 'Mira el motivo en WhatsApp Manager y pide allí una revisión.',
  },
  code131042: {
    sentence: 'WhatsApp no puede cobrarte los mensajes.',
    advice: 'Añade o corrige la forma de pago en WhatsApp Manager; después reanuda el envío.',
  },
  code134011: {
    sentence: 'Aún no se aceptaron las condiciones de pago de WhatsApp.',
    advice: 'Acéptalas en WhatsApp Manager; después reanuda el envío.',
  },
  code100_33: {
    sentence: 'WhatsApp no conoce este número de envío, o no nos deja usarlo.',
    advice: 'Comprueba en WhatsApp Manager que el número sigue en tu cuenta y conéctalo de nuevo.',
  },
}
