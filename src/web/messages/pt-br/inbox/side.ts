import type { Translated } from '#contract/messages/shape.ts'
import type { inboxSide as english } from '../../en/inbox/side.ts'

export const inboxSide: Translated<typeof english> = {
  edit: 'Mudar {name}',
  empty: 'Adicionar',
  name: 'Nome',
  tags: 'Etiquetas do lead',
  addTag: 'Adicione uma etiqueta',
  manage: 'Gerenciar',
  cameFrom: 'Veio de',
  anAd: 'Um anúncio ou uma publicação',
  campaigns: 'Campanhas',
  received: '{count, plural, one {{shown} recebida} other {{shown} recebidas}}',
  replied: 'Respondeu depois de {time}',
  notes: 'Notas',
  noteBy: '{by}, {time}',
  held: 'A última resposta não foi clara. Nós perguntamos.',
  allChanges: 'Ver todas as mudanças',
  record: 'Registrar consentimento',
  optOut: 'Descadastrar',
}
