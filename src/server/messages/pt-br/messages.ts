import type { Translated } from '#contract/messages/shape.ts'
import type { messages as english } from '../en/messages.ts'
import { links } from './messages/links.ts'

export const messages: Translated<typeof english> = {
  settled: {
    sentAgain: '{count, plural, one {# mensagem é enviada} other {# mensagens são enviadas}} de novo.',
    failed:
      '{count, plural, one {# mensagem foi marcada como falha} other {# mensagens foram marcadas como falha}}.',
    already: 'Estas mensagens já foram decididas. Recarregue os registros.',
  },
  send: {
    failed: 'A mensagem falhou.',
    refusedCode: '{explanation} (código do WhatsApp {code})',
    refusedAdvice: '{explanation} {advice}',
    refusedAdviceCode: '{explanation} {advice} (código do WhatsApp {code})',
    unknown:
      'O WhatsApp não respondeu, então não sabemos se ele aceitou a mensagem. Verifique os registros antes de enviar de novo.',
    optedOut: 'Esta pessoa se descadastrou, então a mensagem não foi enviada.',
    queued: 'A mensagem está na fila e é enviada sozinha. Os registros mostram quando.',
    queuedWaiting: 'A mensagem está na fila. {reason}',
    sent: 'Mensagem enviada com sucesso.',
    noTemplate: 'Não existe o modelo “{name}” em {language}. Verifique o nome e o idioma.',
    noTemplateField: 'Não existe esse modelo neste idioma.',
    phoneOnly: 'O WhatsApp envia códigos de login apenas para números de telefone.',
    noParameters: 'Este modelo não usa parâmetros. Deixe-os vazios.',
    parameters:
      'Este modelo precisa de {count, plural, one {# parâmetro} other {# parâmetros}} separados por vírgulas; {given, plural, one {há #} other {há #}}.',
    parametersMore:
      'Este modelo precisa de {count, plural, one {# parâmetro} other {# parâmetros}} separados por vírgulas; {given, plural, one {há #} other {há #}}. Coloque entre aspas duplas um valor com vírgula.',
    emptyParameter: 'O parâmetro {number, number} está vazio. O WhatsApp não aceita valores vazios.',
    usMarketing: 'Marketing não é entregue a números dos EUA.',
  },
  reason: {
    value_missing: 'Uma parte desta mensagem não tem valor para esta pessoa.',
    value_too_long: 'Um valor desta pessoa é longo demais para o WhatsApp.',
    value_unsupported: 'Este modelo tem uma parte que não pode ser enviada daqui.',
    unusable_number: 'Este número não pode ser usado.',
    duplicate: 'A mesma pessoa recebe esta mensagem com outro número ou ID de usuário.',
    opted_out: 'Esta pessoa se descadastrou.',
    deleted: 'Você apagou este lead antes do envio da mensagem.',
    changed_number: 'Esta pessoa tem outro número agora.',
    unreachable: 'O WhatsApp não conseguiu alcançar esta pessoa antes.',
    awaits_confirmation: 'Pedimos a esta pessoa que confirme no WhatsApp, e ela ainda não respondeu.',
    no_consent: 'Esta pessoa nunca aceitou receber mensagens.',
    had_enough: 'Esta pessoa já recebeu todas as mensagens de marketing que o seu limite permite.',
    missing_value: 'Uma variável do modelo não tem valor para esta pessoa.',
    no_answer: 'O WhatsApp não disse se aceitou esta mensagem. Um relatório de entrega ainda pode chegar.',
    reconcile:
      'O WhatsApp teve um erro ao enviar esta mensagem. Se nenhum relatório chegar, enviamos de novo.',
    ask_owner: 'O WhatsApp nunca disse se aceitou esta mensagem.',
    awaiting_reports:
      'O WhatsApp teve um erro e faltam relatórios de entrega desses minutos. Aguardando por eles.',
    no_reports:
      'O WhatsApp nunca disse se aceitou esta mensagem: faltam relatórios de entrega desses minutos.',
    went_back: 'O banco de dados voltou a um estado anterior. Esta mensagem pode já ter sido enviada.',
    written_off: 'O WhatsApp nunca disse se aceitou esta mensagem. Ela foi marcada como falha.',
    pair_rate: 'Esta pessoa recebeu mensagens há pouco. A próxima espera a sua vez.',
    again: 'Enviada de novo porque você pediu.',
  },
  advice: {
    unusable_number: 'Corrija o número desta pessoa.',
    changed_number: 'Pergunte no novo número se a pessoa quer suas mensagens.',
    us_marketing: 'Fale com esta pessoa de outra forma.',
    awaits_confirmation: 'Ela recebe suas próximas mensagens quando confirmar.',
    no_consent: 'Registre o consentimento ou informe na campanha como ele foi dado.',
    had_enough: 'Envie quando o limite permitir ou mude o limite nas Configurações da conta.',
    missing_value: 'Preencha o valor ou dê um valor alternativo à variável.',
    went_back: 'Envie de novo ou marque como falha. Se enviar de novo, a pessoa pode receber duas vezes.',
    ask_owner: 'Envie de novo ou marque como falha. Se enviar de novo, a pessoa pode receber duas vezes.',
    no_reports:
      'Verifique o webhook. Depois envie de novo ou marque como falha. Se enviar de novo, a pessoa pode receber duas vezes.',
  },
  errors: {
    noReason: 'O WhatsApp não informou o motivo.',
    writtenOff: 'Marcada como falha: o WhatsApp nunca disse se aceitou a mensagem',
  },
  life: {
    after: 'Após {count, number} ms',
    afterHeld: 'Após {count, number} ms. O WhatsApp retém a mensagem para verificação ({status}).',
    providerSaid: 'WhatsApp: {text}',
    providerSaidCode: 'WhatsApp: {text} ({code})',
    noAnswer: 'O WhatsApp não respondeu à solicitação',
    clicked: 'Aberto {count, plural, one {# vez} other {# vezes}}',
  },
  archive: {
    fileName: 'mensagens {month}.csv',
  },
  export: {
    time: 'Hora',
    recipient: 'Destinatário',
    name: 'Nome',
    campaign: 'Campanha',
    template: 'Modelo',
    message: 'Mensagem',
    status: 'Status',
    reason: 'Motivo',
    advice: 'O que fazer',
    code: 'Código do WhatsApp',
    text: 'Erro do WhatsApp',
    sent: 'Enviada',
    delivered: 'Entregue',
    read: 'Lida',
    failed: 'Falhou',
  },
  status:
    '{status, select, queued {Na fila} sending {Enviando} sent {Enviada} delivered {Entregue} read {Lida} failed {Falhou} unknown {Desconhecida} skipped {Ignorada} cancelled {Cancelada} other {{status}}}',
  waiting: {
    partSent: 'A primeira parte foi enviada. O resto espera.',
    number: 'Este número está pausado.',
    limit: 'O limite de pessoas em 24 horas foi atingido.',
    theirClock: 'As próximas pessoas recebem quando o relógio delas marcar a hora.',
    quietHours: 'As próximas pessoas estão no horário de silêncio: recebem quando ele terminar.',
    putOff: 'O WhatsApp pede para esperar antes de escrever de novo a estas pessoas.',
    providerFailing: 'O WhatsApp está com problemas agora.',
    quality: 'Muitas pessoas bloquearam ou denunciaram este número, então o WhatsApp o limita.',
    tier: 'O WhatsApp permite escrever a {count, number} pessoas diferentes em 24 horas. O restante é enviado depois sozinho.',
    limitUsed:
      'O WhatsApp permite escrever a {count, number} pessoas diferentes em 24 horas. O limite foi atingido. O restante é enviado depois sozinho.',
    limitSetAside:
      'O WhatsApp permite escrever a {count, number} pessoas diferentes em 24 horas. Seu outro número usa as últimas. O restante é enviado depois sozinho.',
    reportsMissing:
      'Os relatórios de entrega do WhatsApp não estão chegando. As mensagens que o WhatsApp não confirmou esperam por eles. Verifique o webhook em Configuração da WABA.',
  },
  resend: {
    later: 'O WhatsApp pede para esperar após este erro. Enviamos quando esse tempo acabar.',
    fixFirst: 'Este erro se repete se você não corrigiu a causa.',
  },
  report: {
    unknownStatus: 'O status “{status}” não é conhecido. Ele foi salvo.',
    noMessage: 'Nenhuma mensagem sua tem este id.',
    moved: 'Mensagem {id}: {status}.',
    notMoved: 'A mensagem {id} continua {status}. O relatório “{reported}” é mais antigo.',
  },
  links,
  log: {
    unknownPage: 'Esta página dos registros não existe. Carregue a primeira de novo.',
  },
}
