import type { Translated } from '#contract/messages/shape.ts'
import type { list as english } from '../../en/leads/list.ts'

export const list: Translated<typeof english> = {
  searchLabel: 'Buscar leads',
  searchHint: 'Nome, telefone ou e-mail',
  allTags: 'Todas as etiquetas',
  tagCount: '{tag} ({count, number})',
  anyConsent: 'Qualquer consentimento',
  rows: 'Linhas por página',
  perPage: '{count, number} por página',
  clearFilters: 'Limpar filtros',
  noneFound: 'Nenhum lead encontrado',
  noneFoundHint: 'Tente menos palavras, outra etiqueta ou qualquer consentimento.',
  none: 'Nenhum lead ainda',
  noneHint: 'Busque lugares, envie um CSV ou adicione seu primeiro lead acima.',
  rowName: 'um lead',
  added: 'Adicionado',
  lastMessage: 'Última mensagem',
  never: 'Nunca',
  messageAt: '{status}, {time}',
  messageStatus: {
    queued: 'Na fila',
    sending: 'Enviando',
    sent: 'Enviada',
    delivered: 'Entregue',
    read: 'Lida',
    failed: 'Falhou',
    unknown: 'Desconhecida',
    skipped: 'Ignorada',
    cancelled: 'Cancelada',
  },
}
