import type { Translated } from '#contract/messages/shape.ts'
import type { generalErrors as english } from '../../en/providers/general.ts'

export const generalErrors: Translated<typeof english> = {
  slowDown: {
    sentence: 'WhatsApp nos pidió ir más despacio.',
    advice: 'No hay que hacer nada: el envío continúa solo en un momento.',
  },
  providerFault: {
    sentence: 'WhatsApp tuvo un problema propio.',
    advice: 'No hay que hacer nada: lo reintentamos automáticamente.',
  },
  accessEnded: {
    sentence: 'WhatsApp ya no acepta nuestro acceso a tu cuenta.',
    advice: 'Conecta de nuevo tu cuenta de WhatsApp.',
  },
  notAllowed: {
    sentence: 'WhatsApp no permitió esto.',
    advice: 'Lee abajo lo que dice WhatsApp y revisa tu cuenta en WhatsApp Manager.',
  },
  refused: {
    sentence: 'WhatsApp rechazó esto.',
    advice: 'Lee abajo lo que dice WhatsApp: da el motivo.',
  },
  unreachable: {
    sentence: 'No se pudo contactar con WhatsApp.',
    advice: 'Comprueba que este equipo está conectado a internet. Lo reintentamos automáticamente.',
  },
  silent: {
    sentence: 'WhatsApp no respondió a tiempo, así que no sabemos si lo hizo.',
    advice: 'Espera unos minutos: la respuesta suele llegar después.',
  },
  unreadable: {
    sentence: 'WhatsApp dio una respuesta que no pudimos leer, así que no sabemos si lo hizo.',
    advice: 'Espera unos minutos. Si sigue así, algo entre este equipo y WhatsApp estorba.',
  },
  refusalUnread: {
    sentence: 'WhatsApp rechazó esto, pero el motivo se perdió en el camino.',
    advice: 'No hay que hacer nada: lo reintentamos unas cuantas veces.',
  },
  intercepted: {
    sentence: 'Algo entre este equipo y WhatsApp respondió en su lugar.',
    advice: 'Revisa la red de este equipo: quizá estorba un cortafuegos o proxy. Seguimos intentándolo.',
  },
  malformed: {
    sentence: 'No pudimos preparar esta solicitud.',
    advice: 'El fallo es nuestro: por favor, avísanos.',
  },
  badToken: {
    sentence: 'Este token de acceso no es válido: tiene saltos de línea u otros signos.',
    advice: 'Copia otra vez el token de acceso, completo y sin saltos de línea, y conéctate con él.',
  },
}
