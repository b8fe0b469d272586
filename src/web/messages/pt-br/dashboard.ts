import type { Translated } from '#contract/messages/shape.ts'
import type { dashboard as english } from '../en/dashboard.ts'

export const dashboard: Translated<typeof english> = {
  greeting: {
    morning: 'Bom dia',
    afternoon: 'Boa tarde',
    evening: 'Boa noite',
    guest: 'visitante',
    title: '{greeting}, {name}',
  },
  lede: {
    running: '<b>{name}</b> está sendo enviada: {percent} pronto.',
    runningUntil: '<b>{name}</b> está sendo enviada: {percent} pronto, termina por volta de <b>{time}</b>.',
    waiting: '<b>{name}</b> está em espera: {percent} pronto.',
    waitingUntil: '<b>{name}</b> está em espera: {percent} pronto, termina por volta de <b>{time}</b>.',
    notReached: 'Não chegou a <b>{count, plural, one {# pessoa} other {# pessoas}}</b>.',
    yourTurn: '<link>{name}</link> precisa de você: {reason}',
    today:
      'Hoje: <b>{sent, plural, one {# mensagem enviada} other {# mensagens enviadas}}</b>, <b>{read, number}</b> lidas.',
    scheduled:
      'Nada está sendo enviado agora. {count, plural, one {Há <b># campanha</b> agendada.} other {Há <b># campanhas</b> agendadas.}}',
    consented:
      'Você não enviou nada hoje. {count, plural, one {<b># pessoa</b> aceitou receber suas mensagens.} other {<b># pessoas</b> aceitaram receber suas mensagens.}}',
    noLeads: '<link>Adicione seus primeiros leads</link> para enviar uma campanha hoje.',
  },
  side: 'Hoje e ferramentas',
  cards: {
    label: 'Números',
    loading: 'Carregando números',
    leads: 'Leads coletados',
    leadsNote: '{week, number} nesta semana, {consent, number} com consentimento',
    messages: 'Mensagens enviadas',
    messagesNote: '{count, number} hoje',
    campaigns: 'Campanhas ativas',
    running: '{count, number} em andamento',
    scheduled: '{count, plural, one {# agendada} other {# agendadas}}',
    paused: '{count, plural, one {# pausada} other {# pausadas}}',
    total: '{count, plural, one {# campanha} other {# campanhas}} até agora',
    none: 'Nenhuma ainda',
  },
  recent: {
    title: 'Campanhas recentes',
    loading: 'Carregando campanhas...',
    timesIn: 'Horários em {zone}',
    failed: 'Suas campanhas aparecem aqui quando puderem ser carregadas.',
    empty: 'Nenhuma campanha encontrada.',
    create: 'Criar uma campanha',
    how: 'Escolha um modelo aprovado e os destinatários. Veja a prévia e envie agora ou depois.',
  },
  running: {
    title: 'Em andamento agora',
    open: 'Abrir campanha',
    all: 'Ver todas',
    nothing: 'Nada está sendo enviado agora',
    done: '{rate}, pronto {ahead}',
  },
  turn: {
    title: 'Sua vez',
    count: '{count, plural, one {# item} other {# itens}}',
  },
  today: {
    title: 'Hoje',
    loading: 'Carregando os números de hoje',
    failed: 'Sem dados no momento.',
    sent: 'Enviadas',
    delivered: 'Entregues',
    read: 'Lidas',
    failedCount: 'Com falha',
    unknown: 'Sem resposta ainda',
    left: 'Restam no limite de hoje',
  },
  tools: {
    title: 'Ferramentas',
    templates: 'Gerenciar modelos da Meta',
    send: 'Enviar mensagem do WhatsApp',
    logs: 'Ver registros da Meta',
    webhook: 'Testador de webhooks',
  },
}
