import type { Translated } from '#contract/messages/shape.ts'
import type { campaigns as english } from '../en/campaigns.ts'

export const campaigns: Translated<typeof english> = {
  order: 'Ordena por uno de estos: {values}.',
  template: 'Selecciona una plantilla.',
  pickedMax: 'Elige a mano como máximo {count, number} personas. Para audiencias mayores usa una etiqueta.',
  customMessageMax: 'El mensaje propio debe tener menos de {count, number} caracteres.',
  consent: 'Explica en una frase cómo dieron permiso.',
  nameMax: 'El nombre debe tener menos de {count, number} caracteres.',
  testPhone: 'Formato de teléfono no válido. Usa el formato E.164 (p. ej., +919876543210).',
  draftMax: 'Este formulario es demasiado grande para guardarlo como borrador.',
  price: 'Indica un precio.',
  priceMin: 'Un precio no puede ser menor que cero.',
  priceDay: 'Indica un día como 2026-10-01.',
  timeOfDay: 'Indica una hora como 21:00.',
  quiet: 'Las horas de silencio necesitan dos horas distintas.',
  priceMax: 'Es más de lo que cuesta un mensaje.',
  currency: 'Indica la moneda con tres mayúsculas, como INR.',
  parameter: 'Escribe el texto o elige un campo.',
  percent: 'Indica un porcentaje de 1 a 100.',
  waitMinutes: 'Espera entre 5 minutos y 14 días.',
  pilotPeople: 'Envía el piloto a entre 1 y 1.000.000 de personas.',
  variants: 'Prueba de 2 a 4 versiones.',
  bounds: 'Indica qué debe alcanzarse para continuar solo.',
}
