import type { Translated } from '#contract/messages/shape.ts'
import type { help as english } from '../en/help.ts'

export const help: Translated<typeof english> = {
  title: 'Central de ajuda',
  lede: 'Respostas às dúvidas mais comuns e um jeito de enviar a sua. Respondemos <b>em até 24 horas</b>.',
  questions: {
    title: 'Perguntas frequentes',
    connect: {
      question: 'Como conecto meu número do WhatsApp?',
      answer:
        'Abra <setup>Configuração da WABA</setup> e entre com o Facebook, ou cole um token que você já tem. Depois escolha a conta e o número. No modo de teste nenhuma mensagem sai desta máquina, mesmo com uma conta conectada. Para sair do modo de teste, defina <code>META_APP_ID</code> no servidor; <live>Ativar o envio real</live> explica como.',
    },
    pending: {
      question: 'Por que meu modelo ainda está pendente?',
      answer:
        'O WhatsApp analisa cada modelo antes de você poder enviá-lo. Isso leva de um minuto a um dia. Se ele for recusado, o motivo aparece em <templates>Modelos</templates>. Altere o texto e o WhatsApp analisa de novo.',
    },
    recipients: {
      question: 'Para quem posso enviar mensagens?',
      answer:
        'Para quem aceitou receber suas mensagens. Informe como aceitaram ao adicionar ou importar em <leads>Gerador de leads</leads>. Quem responde STOP fica fora de todas as próximas campanhas na hora.',
    },
    failed: {
      question: 'Por que uma mensagem não foi entregue?',
      answer:
        'Abra a mensagem em <logs>Registros</logs> para ver o motivo e como resolver. Muitas vezes a pessoa não usa o WhatsApp nesse número ou já recebeu mensagens de marketing demais naquele dia. Uma mensagem nunca é enviada duas vezes sozinha.',
    },
    cost: {
      question: 'Quanto custa uma mensagem?',
      answer:
        'O WhatsApp cobra cada mensagem entregue, por país e categoria. O Tidings não acrescenta nada. Você vê o custo estimado antes de enviar uma campanha, e o seu uso em <usage>Assinatura</usage>.',
    },
  },
  ask: {
    label: 'Contato',
    title: 'Pergunte para nós',
    email: 'E-mail',
    message: 'Mensagem',
    send: 'Enviar mensagem',
    sent: 'Obrigado! Sua mensagem foi enviada. Responderemos em até 24 horas.',
    failed: 'Não recebemos sua mensagem. Ela continua no formulário: envie de novo.',
    unreachable:
      'Não recebemos sua mensagem porque o servidor está inacessível. Ela continua no formulário: envie de novo.',
  },
  contact: {
    title: 'Contato do suporte',
    write: 'Escreva para <mail>{email}</mail>.',
    form: 'Use o formulário acima. Ele chega à pessoa que administra esta instalação.',
    doctor:
      'Se algo não funciona com o seu número, abra primeiro o <doctor>diagnóstico</doctor>. Ele mostra o problema e como resolver.',
  },
  inbox: {
    title: 'Mensagens de ajuda',
    lede: 'Mensagens que as pessoas enviaram para você. Você prometeu responder em até 24 horas.',
    loading: 'Carregando mensagens',
    emptyTitle: 'Nenhuma mensagem ainda',
    empty: 'As mensagens da Central de ajuda aparecem aqui.',
    new: 'Nova',
  },
}
