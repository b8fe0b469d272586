import type { Translated } from '#contract/messages/shape.ts'
import type { inboxSettings as english } from '../../en/inbox/settings.ts'

export const inboxSettings: Translated<typeof english> = {
  title: 'Configurações da caixa',
  lede: 'Toda a sua equipe usa estas.',
  acts: 'Ações',
  edit: 'Editar',
  delete: 'Excluir',
  save: 'Salvar',
  replies: {
    help: 'Digite / no campo da mensagem para usar uma.',
    text: 'Texto',
    add: 'Adicionar resposta rápida',
    change: 'Mudar resposta rápida',
    editLabel: 'Editar /{shortcut}',
    deleteLabel: 'Excluir /{shortcut}',
    deleted: '/{shortcut} excluída.',
    none: 'Ainda não há respostas rápidas',
    noneText: 'Guarde textos que você envia muito.',
    search: 'Buscar respostas rápidas',
    noMatch: 'Nenhuma resposta rápida corresponde.',
    variables: 'Variáveis',
    variablesHelp: 'A variável recebe o valor da pessoa. Depois da barra, escreva o que fica sem ele.',
  },
  labels: {
    help: 'Organizam as conversas. Só a sua equipe as vê.',
    name: 'Nome',
    colour: 'Cor',
    colours:
      '{colour, select, grey {Cinza} red {Vermelho} orange {Laranja} green {Verde} blue {Azul} other {Violeta}}',
    count: '{count, plural, one {# conversa} other {# conversas}}',
    add: 'Adicionar uma etiqueta',
    change: 'Mudar etiqueta',
    editLabel: 'Editar {name}',
    deleteLabel: 'Excluir {name}',
    deleted: 'Etiqueta {name} excluída.',
    none: 'Ainda não há etiquetas.',
    saved: 'Etiqueta salva.',
    mergeHint: 'O nome de outra etiqueta junta as duas.',
    mergeTitle: 'Juntar {name} com {into}?',
    mergeText:
      '{count, plural, one {# conversa recebe a outra etiqueta.} other {# conversas recebem a outra etiqueta.}} Você não pode desfazer.',
    merge: 'Juntar etiquetas',
  },
}
