import type { Translated } from '#contract/messages/shape.ts'
import type { fields as english } from '../en/fields.ts'

export const fields: Translated<typeof english> = {
  required: 'Este campo es obligatorio.',
  kind: 'Debe ser {kind, select, string {texto} number {un número} int {un número entero} boolean {true o false} array {una lista} object {un objeto} date {una fecha} record {un objeto} other {de otro tipo}}.',
  oneOf: 'Debe ser uno de estos valores: {values}.',
  invalid: 'No es válido.',
  unknownKeys: 'Estos campos no se conocen: {names}.',
  minCharacters: 'Usa al menos {count, plural, one {# carácter} other {# caracteres}}.',
  maxCharacters: 'Usa como máximo {count, plural, one {# carácter} other {# caracteres}}.',
  chooseMin: 'Elige al menos {count, plural, =1 {uno} other {#}}.',
  chooseMax: 'Admite como máximo {count, number} a la vez.',
  min: 'Debe ser {count, number} o más.',
  max: 'Debe ser {count, number} o menos.',
  named: '{field}: {sentence}',
  instant: 'Escribe la hora con su diferencia respecto a UTC, por ejemplo 2026-11-24T09:00:00+05:30.',
  timeZone: 'Zona horaria desconocida. Usa un nombre como Asia/Kolkata.',
  keyName: 'Ponle un nombre a la clave.',
  keyScopes: 'Elige al menos un permiso.',
  hookEvents: 'Elige al menos un evento.',
  hookUrl: 'Escribe una dirección.',
  site: 'Escribe la dirección de un sitio, por ejemplo https://tienda.example.',
  page: 'Escribe la dirección de una página, por ejemplo https://shop.example/privacy.',
  timeOrder: 'Ordena por newest u oldest.',
  erasedPerson: 'Persona borrada',
  headerValue: 'Este valor tiene letras que no se pueden enviar. Usa letras sin acentos, cifras y signos.',
  httpsAddress: 'Escribe una dirección que empiece por https://.',
}
