import type { Translated } from '#contract/messages/shape.ts'
import type { growth as english } from '../en/growth.ts'

export const growth: Translated<typeof english> = {
  tooManyForms: 'Una empresa tiene como máximo {most, number} formularios. Cambia uno que ya tengas.',
  cannotAsk:
    'Elige una plantilla de utilidad aprobada, sin variables y con un botón de respuesta rápida primero.',
  keywordTaken: 'Elige otra palabra: {word} ya tiene un significado.',
  page: {
    name: 'Tu nombre',
    phone: 'Número de WhatsApp',
    langs: 'Idioma',
    thanks: '¡Gracias!',
    thanksText: '{business} tiene tu respuesta.',
    confirmNext: 'Ahora {business} te pide confirmar por WhatsApp. Pulsa allí el botón.',
    stopped: '¿Paraste antes los mensajes de {business}? Entonces envíales START por WhatsApp.',
    closed: 'Este formulario está cerrado',
    closedText: '{business} no recibe respuestas aquí ahora.',
    missing: 'Esta página no existe',
    missingText: 'Comprueba que tienes el enlace completo.',
    old: 'Esta página estuvo abierta demasiado tiempo. Revisa tus respuestas y envíalas de nuevo.',
    needPhone: 'Escribe un número de WhatsApp con su código de país.',
    needConsent: 'Marca la casilla si estás de acuerdo.',
    tooMany: 'Hay demasiadas respuestas ahora. Inténtalo de nuevo en una hora.',
  },
}
