import type { Translated } from '#contract/messages/shape.ts'
import type { search as english } from '../../en/leads/search.ts'

export const search: Translated<typeof english> = {
  found: '{count, number} leads encontrados',
  progress: {
    country: 'Buscando {keyword} em todo o país...',
    place: 'Procurando {place} no mapa...',
    inPlace: 'Buscando {keyword} em {place}...',
    anything: 'Buscando empresas em {place}...',
    name: 'Buscando empresas chamadas {name}...',
    reading: '{count, plural, one {Lendo # lugar...} other {Lendo # lugares...}}',
  },
  unknownPlace: 'O OpenStreetMap não conhece este lugar. Confira a grafia ou acrescente a cidade.',
  unknownName: 'O OpenStreetMap não conhece lugar nem empresa com este nome. Tente "padaria em São Paulo".',
  noneIn: 'Não há {keyword} com telefone público em {place}.',
  noBusinessIn: 'Não há empresas com telefone público em {place}.',
  none: 'Não há {keyword} com telefone público.',
  unusable:
    '{count, plural, one {Há # lugar, mas o número não pode ser usado.} other {Há # lugares, mas nenhum dos números pode ser usado.}}',
  firstOnly: 'Estes são os primeiros {count, number} lugares. Busque uma parte da cidade para ver mais.',
  blocked:
    'O OpenStreetMap bloqueou este servidor. Importe um arquivo ou configure outro servidor com NOMINATIM_URL e OVERPASS_URL.',
  busy: 'O OpenStreetMap está ocupado. Tente de novo em um minuto.',
  queue: 'Muitas buscas aguardam o OpenStreetMap. Tente de novo em um minuto.',
  tooLarge:
    'Esta busca é grande demais para o OpenStreetMap. Busque um lugar menor ou uma palavra mais específica.',
  unreachable: 'Não é possível acessar o OpenStreetMap. Tente de novo em alguns minutos.',
}
