import type { Translated } from '#contract/messages/shape.ts'
import type { firstRun as english } from '../../en/dashboard/first-run.ts'

export const firstRun: Translated<typeof english> = {
  title: 'Primeiros passos',
  count: '{done, number} de {of, number}. Cada passo se marca sozinho.',
  hide: 'Ocultar',
  hideAll: 'Ocultar estes passos',
  doneAt: 'Feito {time}',
  lede: 'Você já pode testar tudo. {count, plural, one {Falta <b># passo</b>.} other {Faltam <b># passos</b>.}}',
  startFailed: 'A mensagem de teste não foi enviada. Tente de novo.',
  answerFailed: 'A resposta não foi enviada. Tente de novo.',
  hideFailed: 'Os passos ainda aparecem. Tente de novo.',
  account: {
    name: 'Crie sua conta',
  },
  message: {
    name: 'Envie uma mensagem de teste',
    action: 'Enviar uma mensagem de teste',
    busy: 'Enviando...',
    testNote: 'Ela chega ao telefone de teste em segundos. Você pode responder por lá.',
    note: 'Envie uma para o seu próprio telefone.',
    read: 'O telefone de teste leu depois de {seconds, plural, one {# segundo} other {# segundos}}.',
  },
  customers: {
    name: 'Adicione seus clientes',
    action: 'Importar CSV',
    note: 'Ou adicione um à mão. Verificamos os números e achamos duplicados.',
  },
  campaign: {
    name: 'Envie sua primeira campanha',
    action: 'Criar uma campanha',
    takes: 'Cerca de 3 minutos',
    note: 'Escolha um modelo pronto e os destinatários.',
    testNote: 'Escolha um modelo pronto. No modo de teste, só o telefone de teste recebe.',
  },
  number: {
    name: 'Conecte seu número do WhatsApp',
    action: 'Conectar número',
    takes: 'Cerca de 10 minutos',
    note: 'Você precisa de um login do Facebook e de um número sem WhatsApp.',
  },
  phone: {
    title: 'Telefone de teste',
    you: 'Você é o cliente',
    mode: 'Modo de teste',
    log: 'Mensagens no telefone de teste',
    empty: 'A mensagem de teste chega aqui.',
    file: 'Arquivo',
    reaction: 'Reagiu com {emoji}',
    field: 'Responder como o cliente',
    placeholder: 'Responda como cliente',
    send: 'Enviar como o cliente',
    inbox: 'Sua resposta está na <link>Caixa de entrada</link>.',
  },
}
