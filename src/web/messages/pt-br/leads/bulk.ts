import type { Translated } from '#contract/messages/shape.ts'
import type { bulk as english } from '../../en/leads/bulk.ts'

export const bulk: Translated<typeof english> = {
  label: 'Leads selecionados',
  selected: '{count, plural, one {<b>#</b> selecionado} other {<b>#</b> selecionados}}',
  selectAll: 'Selecionar todos os {total, number}',
  clear: 'Limpar',
  message: 'Enviar campanha',
  messageByTag:
    'São muitos para escolher um a um em uma campanha. Dê a eles uma etiqueta própria e escolha-a na campanha.',
  tag: 'Etiquetar',
  export: 'Exportar',
  delete: 'Excluir',
  deleteTitle: '{count, plural, one {Excluir # lead?} other {Excluir # leads?}}',
  deleteConsequence:
    'Eles saem das suas listas e públicos. As mensagens enviadas ficam nos registros. Quem se descadastrou continua assim, mesmo se você adicionar de novo. Você pode desfazer por {days, plural, one {# dia} other {# dias}}.',
  deleteConfirm: '{count, plural, one {Excluir lead} other {Excluir leads}}',
  keep: '{count, plural, one {Manter} other {Manter}}',
  tagTitle: '{count, plural, one {Etiquetar # lead} other {Etiquetar # leads}}',
  tagMissing: 'Digite uma etiqueta.',
  addTag: 'Adicionar etiqueta',
  removeTag: 'Remover etiqueta',
  tagging: 'Etiquetando...',
  consentTitle:
    '{count, plural, one {Registrar o consentimento de # lead} other {Registrar o consentimento de # leads}}',
  consentLede:
    'As campanhas chegarão a estas pessoas, exceto a quem se descadastrou. Guardamos seu texto como prova.',
  deleted: '{count, plural, one {# lead excluído} other {# leads excluídos}}',
  tagged: '{count, plural, one {# lead etiquetado como {tag}} other {# leads etiquetados como {tag}}}',
  untagged: '{count, plural, one {{tag} removida de # lead} other {{tag} removida de # leads}}',
  consented:
    '{count, plural, one {Consentimento registrado para # lead} other {Consentimento registrado para # leads}}',
  started: 'Começou. Você pode acompanhar acima da lista.',
  working: {
    delete: 'Excluindo',
    tag: 'Etiquetando',
    untag: 'Removendo a etiqueta',
    consent: 'Registrando o consentimento',
    undo: 'Desfazendo',
  },
  done: '{done, number} de {count, plural, one {# lead} other {# leads}}',
  stop: 'Parar e desfazer',
  earlier:
    '{count, plural, one {Desfazer uma mudança anterior} other {Desfazer uma de # mudanças anteriores}}',
  earlierTitle: 'Mudanças que você pode desfazer',
  undoOf: 'Desfazer: {change}',
  undone: '{count, plural, one {Desfeito em # lead.} other {Desfeito em # leads.}}',
  kept: '{count, plural, one {# lead foi alterado depois e fica como está.} other {# leads foram alterados depois e ficam como estão.}}',
}
