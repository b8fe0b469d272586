import type { Translated } from '#contract/messages/shape.ts'
import type { history as english } from '../../en/campaigns/history.ts'

export const history: Translated<typeof english> = {
  event: {
    paused: 'Pausada',
    undone: 'Início desfeito, nada foi enviado',
    startNow: 'Início pedido agora',
    scheduledTheirs: 'Agendada para {time} pelo relógio de cada pessoa, a primeira em {date}',
    scheduledAgain: 'Agendada de novo para {date}',
    goingOn: 'Continuando',
    cancelled: 'Cancelada',
    retryAt: 'As mensagens com falha serão tentadas de novo em {date}',
    retry: 'Tentando de novo para {count, plural, one {# pessoa} other {# pessoas}}',
    retryLater:
      'Tentando de novo para {count, plural, one {# pessoa} other {# pessoas}}, não antes de {date}, porque o WhatsApp pede para esperar',
    retrySome:
      'Tentando de novo para {count, plural, one {# pessoa} other {# pessoas}} agora, e para {later, plural, one {# pessoa} other {# pessoas}} não antes de {date}, porque o WhatsApp pede para esperar',
    sentAgain: 'Enviando de novo {count, plural, one {# mensagem} other {# mensagens}} sem resposta',
    wroteOff:
      '{count, plural, one {# mensagem sem resposta dada como perdida} other {# mensagens sem resposta dadas como perdidas}}',
    putOff: 'Tentando de novo para as pessoas que o WhatsApp adiou',
    noneTaken: 'Encerrada: nenhuma mensagem foi aceita',
    done: 'Todas as mensagens saíram',
    scheduled: 'Agendada para {date}',
    scheduledNow: 'Agendada para começar já',
    changed: 'Alterada. Agendada para {date}',
    changedNow: 'Alterada. Agendada para começar já',
    started: 'Começou com {count, plural, one {# pessoa} other {# pessoas}}',
    startedLess: 'Começou com {count, plural, one {# pessoa} other {# pessoas}}; {left, number} de fora',
    newVersion: 'Continuando com a nova versão do modelo',
    templateUsable: 'Continuando: o modelo pode ser enviado de novo',
    accountUsable: 'Continuando: a conta do WhatsApp pode enviar de novo',
    until: 'Até {date}.',
  },
  reason: {
    paused: 'Pausada por você.',
    undone: 'Você desfez o início antes de qualquer envio. Edite, inicie ou cancele a campanha.',
    late: 'Devia começar em {date}, há mais de {hours, plural, one {# hora} other {# horas}}, quando o Tidings não estava em execução. Inicie agora ou cancele.',
    noneTaken: 'O WhatsApp não aceitou nenhuma mensagem. Veja as causas abaixo.',
    inReview: 'Esperando o WhatsApp analisar a nova versão. Depois continua sozinha.',
    newVariables:
      'A nova versão do modelo tem outras variáveis. Diga o que preenche cada uma e ela continua.',
    templateReady: 'O modelo pode ser enviado de novo. Retome se ainda quiser a mensagem.',
    versionReady: 'O WhatsApp aprovou a nova versão. Confira e retome.',
    wentBack:
      'O banco de dados voltou a como estava em {date}. O que aconteceu depois pode faltar aqui. Confira a campanha e depois retome ou cancele.',
    accountReady: 'A conta do WhatsApp pode enviar de novo. Retome se ainda quiser a mensagem.',
    nobody: 'Ninguém pôde receber: {reasons}.',
    nobodyLeft: 'Não havia mais ninguém no público.',
    templateUnusable:
      'O modelo “{template}” não pode ser enviado agora. {why} Escolha outro modelo, ou a campanha não pode começar.',
  },
  leftOut: {
    unusable_number: 'Número inutilizável',
    duplicate: 'Duplicado',
    opted_out: 'Descadastrado',
    deleted: 'Lead excluído',
    changed_number: 'Número alterado',
    unreachable: 'Não está no WhatsApp',
    us_marketing: 'Número dos EUA',
    awaits_confirmation: 'Confirmação pendente',
    no_consent: 'Sem consentimento',
    had_enough: 'Limite de marketing atingido',
    missing_value: 'Sem valor para uma variável',
  },
  leftOutCount: '{reason} {count, number}',
}
