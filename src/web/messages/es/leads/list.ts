import type { Translated } from '#contract/messages/shape.ts'
import type { list as english } from '../../en/leads/list.ts'

export const list: Translated<typeof english> = {
  searchLabel: 'Buscar leads',
  searchHint: 'Nombre, teléfono o correo',
  allTags: 'Todas las etiquetas',
  tagCount: '{tag} ({count, number})',
  anyConsent: 'Cualquier consentimiento',
  rows: 'Filas por página',
  perPage: '{count, number} por página',
  clearFilters: 'Quitar filtros',
  noneFound: 'Ningún lead coincide',
  noneFoundHint: 'Prueba con menos palabras, otra etiqueta o cualquier consentimiento.',
  none: 'Aún no hay leads',
  noneHint: 'Busca lugares, sube un CSV o añade tu primer lead arriba.',
  rowName: 'un lead',
  added: 'Añadido',
  lastMessage: 'Último mensaje',
  never: 'Nunca',
  messageAt: '{status}, {time}',
  messageStatus: {
    queued: 'En cola',
    sending: 'Enviando',
    sent: 'Enviado',
    delivered: 'Entregado',
    read: 'Leído',
    failed: 'Fallido',
    unknown: 'Desconocido',
    skipped: 'Omitido',
    cancelled: 'Cancelado',
  },
}
