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
    no_consent: 'sin consentimiento',
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
