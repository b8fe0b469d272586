import type { Translated } from '#contract/messages/shape.ts'
import type { leads as english } from '../en/leads.ts'
import { history } from './leads/history.ts'
import { imports } from './leads/imports.ts'
import { search } from './leads/search.ts'

export const leads: Translated<typeof english> = {
  notFound: {
    leads:
      '{count, plural, one {No se encontró # de estos leads. Recarga la lista y elige de nuevo.} other {No se encontraron # de estos leads. Recarga la lista y elige de nuevo.}}',
    page: 'Esta página de la lista no existe. Vuelve a la primera página.',
  },
  added: '{count, plural, one {Lead añadido correctamente} other {Leads añadidos correctamente}}',
  uploaded: 'Leads del CSV subidos correctamente',
  requestEmpty: 'Esta solicitud no tiene leads.',
  phoneTaken: 'Otro lead tiene el número {phone}. Primero cambia o elimina ese lead.',
  mostTags: 'Un lead tiene como máximo {most, number} etiquetas. Quita una primero.',
  erased: 'Esta persona pidió que la borraran, así que no guardamos su número. Puede escribirte de nuevo.',
  fields: {
    most: 'Una empresa tiene como máximo {most, number} campos. Elimina uno primero.',
    nameTaken: 'Ya hay un campo o una columna con el nombre {name}. Elige otro nombre.',
    choices: 'Indica al menos una opción, y cada opción una sola vez.',
    value:
      '{name} necesita {kind, select, number {un número, como 12.5} date {una fecha, como 2026-11-24} choice {una de sus opciones} yes_no {sí (yes) o no} other {un texto}}.',
  },
  consent: {
    howMissing: 'Indica cómo aceptó esta persona recibir mensajes.',
    howMissingMany: 'Indica cómo aceptaron estas personas recibir mensajes.',
    optedOut: 'Esta persona está de baja. Si aceptó de nuevo, registra su consentimiento.',
  },
  bulk: {
    nobody: 'Elige leads o un filtro.',
    tagMissing: 'Escribe una etiqueta.',
    tooOld:
      'Puedes deshacer un cambio durante {days, plural, one {# día} other {# días}}. Este es más antiguo.',
    undoing: 'Este cambio ya se está deshaciendo.',
  },
  resolve: {
    notLead: 'Esto no es un lead.',
    badLead: 'Indica el lead con su id o con un objeto que tenga phone.',
    notLeads: 'Algunos de estos no son leads.',
    numbers: '{count, number} de estos números no se pueden usar. El primero: {problem}',
  },
  phone: {
    empty: 'Sin número de teléfono.',
    rounded_by_excel:
      'Excel perdió los últimos dígitos de este número. Da formato de texto a la columna y exporta de nuevo.',
    not_a_number: 'Esto no es un número de teléfono.',
    no_country: 'Falta el código de país. Escribe el número con + y el código de país.',
    no_area_code: 'Puede faltar el código de área. Escribe el número con + y el código de país.',
    other_country: 'El número no coincide con el país de esta fila. Corrige uno de los dos.',
    not_valid: 'Este número no existe. Revisa sus dígitos.',
    possible: '{problem} Posibles: {numbers}.',
    repeated: 'El mismo número aparece dos veces en el archivo. Unimos las filas.',
    blank: 'Fila vacía.',
  },
  history,
  search,
  imports,
}
