import type { Translated } from '#contract/messages/shape.ts'
import type { doctor as english } from '../../en/onboarding/doctor.ts'

export const doctor: Translated<typeof english> = {
  title: 'Diagnóstico',
  install: 'Esta instalação',
  checkAgain: 'Verificar de novo',
  checkNow: 'Verificar agora',
  checking: 'Verificando...',
  checkingConnection: 'Verificando sua conexão.',
  checked: 'Verificado: {moment}.',
  checkedInZone: 'Verificado: {moment} ({zone})',
  failed: 'Não foi possível verificar a conexão.',
  repairFailed: 'Não foi possível corrigir.',
  dismissFailed: 'Não foi possível salvar.',
  fixing: 'Corrigindo...',
  saving: 'Salvando...',
  report: 'Relatório',
  copyReport: 'Copiar relatório',
  reportHelp: 'Para o suporte. Contém IDs e números, mas nenhum token, PIN ou segredo.',
  reportText: 'Relatório em texto',
  lede: {
    bad: '<b>{count, plural, one {# problema} other {# problemas}}</b> para corrigir: talvez mensagens não sejam enviadas ou relatórios de entrega não cheguem.',
    attention: 'Confira <b>{count, plural, one {# ponto} other {# pontos}}</b>.',
    sendingAttention:
      'As mensagens são enviadas. Confira <b>{count, plural, one {# ponto} other {# pontos}}</b>.',
    unknown: 'Nenhum problema encontrado, mas nem tudo pôde ser verificado agora.',
    good: 'Tudo funciona: as mensagens são enviadas e os relatórios de entrega chegam.',
  },
  general: 'Webhooks e conexão',
  state: {
    done: 'Bom',
    turn: 'Requer atenção',
    broken: 'Ruim',
    later: 'Não verificado',
  },
  loading: 'Carregando a última verificação',
  titleOf: '{title}, {subject}',
  all: 'Todas as {count, number} verificações e correções',
  whatToDo: 'Como corrigir',
  help: 'Verifica token, permissões, número, limites e webhooks. É executado uma vez por dia.',
}
