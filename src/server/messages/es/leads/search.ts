import type { Translated } from '#contract/messages/shape.ts'
import type { search as english } from '../../en/leads/search.ts'

export const search: Translated<typeof english> = {
  found: 'Se encontraron {count, number} leads',
  progress: {
    country: 'Buscando {keyword} en todo el país...',
    place: 'Buscando {place} en el mapa...',
    inPlace: 'Buscando {keyword} en {place}...',
    anything: 'Buscando negocios en {place}...',
    name: 'Buscando negocios llamados {name}...',
    reading: '{count, plural, one {Leyendo # lugar...} other {Leyendo # lugares...}}',
  },
  unknownPlace: 'OpenStreetMap no conoce este lugar. Revisa la ortografía o añade la ciudad.',
  unknownName:
    'OpenStreetMap no conoce ningún lugar ni negocio con este nombre. Prueba con "panadería en Sevilla".',
  noneIn: 'No hay {keyword} con teléfono público en {place}.',
  noBusinessIn: 'No hay negocios con teléfono público en {place}.',
  none: 'No hay {keyword} con teléfono público.',
  unusable:
    '{count, plural, one {Hay # lugar, pero su número no se puede usar.} other {Hay # lugares, pero ninguno de sus números se puede usar.}}',
  firstOnly: 'Estos son los primeros {count, number} lugares. Busca una zona de la ciudad para ver más.',
  blocked:
    'OpenStreetMap bloqueó este servidor. Importa un archivo o configura otro servidor con NOMINATIM_URL y OVERPASS_URL.',
  busy: 'OpenStreetMap está ocupado. Inténtalo de nuevo en un minuto.',
  queue: 'Hay muchas búsquedas en espera de OpenStreetMap. Inténtalo de nuevo en un minuto.',
  tooLarge:
    'Esta búsqueda es demasiado grande para OpenStreetMap. Busca un lugar más pequeño o una palabra más precisa.',
  unreachable: 'No se puede conectar con OpenStreetMap. Inténtalo de nuevo en unos minutos.',
}
