import type { Translated } from '#contract/messages/shape.ts'
import type { plan as english } from '../../en/campaigns/plan.ts'

export const plan: Translated<typeof english> = {
  leftOutInside: {
    unusable_number: 'número inutilizable',
    duplicate: 'duplicado',
    opted_out: 'dado de baja',
    deleted: 'lead eliminado',
    changed_number: 'número cambiado',
    unreachable: 'no está en WhatsApp',
    us_marketing: 'número de EE. UU.',
    awaits_confirmation: 'confirmación pendiente',
    no_consent: 'sin consentimiento',
    had_enough: 'límite de marketing alcanzado',
    missing_value: 'sin valor para una variable',
  },
  leftOutNotice:
    '{count, number} de {selected, plural, one {# persona} other {# personas}} quedan fuera: {reasons}.',
  problem: {
    noCustomPlace:
      'Esta plantilla no tiene lugar para un mensaje propio. Elige una con {variable} en su texto, o deja vacío el mensaje propio.',
    noVariable: 'Esta plantilla no tiene {place} que rellenar.',
    customMissing: 'Esta plantilla pide un mensaje propio. Escribe uno.',
    notFilled: 'Di con qué se rellena {place} en la plantilla.',
  },
  place: {
    header: '{variable} en el encabezado',
    button: 'la dirección del botón {number, number}',
  },
  audience: {
    everybody: 'todos',
    segment: 'el segmento {segment}',
    silentReaders: 'personas que leyeron un mensaje anterior y no respondieron',
    notReached: 'personas para las que un mensaje anterior {how}',
    missed: {
      failed: 'falló',
      not_read: 'se entregó pero no se leyó',
      cancelled: 'se canceló',
    },
    picked: '{count, plural, one {# persona elegida} other {# personas elegidas}} a mano',
    tagged: 'todos con la etiqueta {tags}',
    found: 'todos los encontrados con “{search}”',
    without: '{who}, sin {less}',
    lessTagged: 'los de la etiqueta {tags}',
    lessUnticked: '{count, plural, one {# persona desmarcada} other {# personas desmarcadas}}',
  },
  prices: {
    eachOnce: 'La lista debe tener cada mercado una vez: {problems}.',
    missing: 'falta {market}',
    unknown: '{market} no se conoce',
    twice: '{market} está dos veces',
    none: '{market} no tiene precio para {category}.',
    overlap: '{market}, {category}: los precios se solapan del {from} al {to}.',
    above: '{category} por encima de {count, number} mensajes',
    overlapOpen: '{market}, {category}: los precios se solapan desde el {from}.',
    gap: '{market}, {category}: no hay precio del {from} al {to}.',
    gapOpen: '{market}, {category}: no hay precio desde el {from}.',
    order: '{market}, {category}: el precio desde el {from} termina antes de empezar, el {to}.',
    more: 'Y {count, number} más como este.',
    otherCurrency:
      'Los precios de días anteriores están en {currency}. Usa la misma moneda o sube un archivo con todos los precios.',
    otherThanFile:
      'Tus otros precios están en {currency}. Sube un archivo en la misma moneda o sustituye todos tus precios.',
    firstDay: 'Este archivo no tiene días. Indica el primer día de sus precios.',
    noList: 'Aún no hay precios ese día. Sube primero la lista de precios de ese día.',
    noPeriod: 'Ninguno de tus precios empieza ese día.',
    oneCurrency: 'Indica todos los precios en una sola moneda, como INR.',
    unreadable: 'No se puede leer. Usa un archivo CSV como el que puedes descargar aquí.',
    columns: 'Añade estas columnas: {names}.',
    tooMany: 'Sube como máximo {count, number} precios.',
    cell: 'Línea {row, number}: «{value}» no vale en {column}.',
    region: {
      northAmerica: 'América del Norte',
      restOfAfrica: 'Resto de África',
      restOfAsiaPacific: 'Resto de Asia-Pacífico',
      restOfEasternEurope: 'Resto de Europa del Este',
      restOfLatinAmerica: 'Resto de América Latina',
      restOfMiddleEast: 'Resto de Oriente Medio',
      restOfWesternEurope: 'Resto de Europa Occidental',
      other: 'Otros países',
    },
  },
}
