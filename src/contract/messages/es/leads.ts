import type { Translated } from '#contract/messages/shape.ts'
import type { leads as english } from '../en/leads.ts'

export const leads: Translated<typeof english> = {
  textInvalid: 'Este texto tiene un carácter que no se puede guardar. Quítalo.',
  emailInvalid: 'Escribe un correo electrónico válido.',
  namePhoneRequired: 'El nombre y el teléfono son obligatorios',
  nameRequired: 'El nombre es obligatorio.',
  phoneRequired: 'El teléfono es obligatorio.',
  tagRequired: 'La etiqueta o categoría es obligatoria',
  csvTagRequired: 'Escribe una etiqueta o categoría para los leads del CSV',
  tagTooLong: 'Usa como máximo {limit, number} caracteres en la etiqueta.',
  searchRequired: 'Escribe una palabra clave o un lugar para buscar',
  searchTooLong: 'Usa como máximo {limit, number} caracteres.',
  consentHowRequired: 'Indica cómo aceptaron estas personas recibir mensajes.',
}
