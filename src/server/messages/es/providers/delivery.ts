import type { Translated } from '#contract/messages/shape.ts'
import type { deliveryErrors as english } from '../../en/providers/delivery.ts'

export const deliveryErrors: Translated<typeof english> = {
  code130403: {
    sentence: 'Esta persona te bloqueó en WhatsApp.',
    advice: 'No hay que hacer nada: no le escribiremos más.',
  },
  code130472: {
    sentence: 'WhatsApp retiene la publicidad para esta persona por una prueba propia.',
    advice: 'No envíes otra vez el mismo mensaje; escribe cuando te haya escrito.',
  },
  code130497: {
    sentence: 'Tu empresa no puede escribir a personas de este país.',
    advice: 'Deja fuera a las personas de este país, o mira en WhatsApp Manager el motivo.',
  },
  code131008: {
    sentence: 'WhatsApp echó en falta algo en lo que enviamos.',
    advice: 'Si no entiendes el motivo de WhatsApp, avísanos.',
  },
  code131009: {
    sentence: 'WhatsApp no aceptó un valor de este mensaje; a menudo es el número de teléfono.',
    advice: 'Revisa el número de teléfono y los valores de esta persona.',
  },
  code131021: {
    sentence: 'Este es el número desde el que se iba a enviar el mensaje.',
    advice: 'Quita tu propio número de la lista.',
  },
  code131026: {
    sentence: 'Este número no está en WhatsApp, o no puede recibir mensajes de empresas.',
    advice: 'Confirma el número con esta persona, o contáctala de otra forma.',
  },
  code131030: {
    sentence: 'Un número de prueba solo puede escribir a las personas de su lista, y esta no está.',
    advice: 'Añade el número a la lista en Meta, o envía desde un número real.',
  },
  code131036: {
    sentence: 'El teléfono de esta persona no tiene espacio para otro mensaje.',
    advice: 'Inténtalo de nuevo en un día o dos.',
  },
  code131047: {
    sentence: 'Pasaron más de 24 horas desde que esta persona te escribió por última vez.',
    advice: 'Envía una plantilla en lugar de un texto libre.',
  },
  code131049: {
    sentence: 'Esta persona ya recibió bastante publicidad por ahora, así que WhatsApp retuvo el mensaje.',
    advice:
      'Espera al menos un día antes de escribirle de nuevo. La publicidad a EE. UU. siempre se retiene.',
  },
  code131050: {
    sentence: 'Esta persona te pidió que no le envíes publicidad.',
    advice: 'No hay que hacer nada: no le escribiremos más, salvo que lo permita.',
  },
  code131051: {
    sentence: 'WhatsApp no conoce este tipo de mensaje.',
    advice: 'Si no entiendes el motivo de WhatsApp, avísanos.',
  },
  code131052: {
    sentence: 'No se pudo descargar un archivo de esta persona; quizá es demasiado grande.',
    advice: 'Pídele que lo envíe de nuevo, más pequeño.',
  },
  code131053: {
    sentence: 'WhatsApp no pudo tomar la imagen, el video o el documento de este mensaje.',
    advice:
      'Comprueba que el archivo tiene el tipo y tamaño correctos y que cualquiera puede abrir su dirección.',
  },
  code131055: {
    sentence: 'Este tipo de mensaje no se puede enviar así.',
    advice: 'Si no entiendes el motivo de WhatsApp, avísanos.',
  },
  code131056: {
    sentence: 'Esta persona recibió varios mensajes tuyos en poco tiempo.',
    advice: 'No hay que hacer nada: el mensaje sale un poco después; los demás no se detienen.',
  },
  code131062: {
    sentence: 'Un código solo se puede enviar a un número de teléfono, y esta persona oculta el suyo.',
    advice: 'Pide a la persona su número de teléfono.',
  },
  code135000: {
    sentence: 'WhatsApp rechazó este mensaje sin decir por qué.',
    advice: 'Si no entiendes el motivo de WhatsApp, avísanos.',
  },
  code137000: {
    sentence: 'Este número puede ser ahora de otra persona.',
    advice: 'Confirma con la persona que sigue siendo suyo antes de escribir de nuevo.',
  },
}
