import type { Translated } from '#contract/messages/shape.ts'
import type { landing as english } from '../en/landing.ts'

export const landing: Translated<typeof english> = {
  documentTitle: 'Tidings: campanhas de WhatsApp para sua empresa',
  description:
    'Envie mensagens de WhatsApp do seu número e do seu servidor. Cada pessoa recebe a mensagem uma única vez. Você vê quem leu.',
  account: 'Conta',
  login: 'Entrar',
  getStarted: 'Começar',
  loginWhatsapp: 'Entrar com WhatsApp',
  how: 'Como funciona',
  heroTitle: 'Envie as novidades. Veja quem leu.',
  heroLede:
    'Envie mensagens de WhatsApp do seu número e do seu servidor. Cada pessoa recebe a mensagem uma única vez. Você vê quem recebeu, quem leu e por que uma mensagem falhou.',
  claims: {
    label: 'Números',
    openRate: 'taxa de abertura',
    ctr: 'CTR',
    count: '+{count, number}',
    businesses: 'empresas',
  },
  features: {
    title: 'Envie e veja resultados',
    broadcast: 'Transmissão e modelos',
    broadcastText: 'Escreva a mensagem uma vez, veja a prévia e envie para quem aceitou receber.',
    chat: 'Chatbot e chat ao vivo',
    chatText:
      'Hoje você já lê cada resposta e respeita cada STOP. Em breve: caixa de entrada compartilhada e chatbot.',
    ads: 'Anúncios Click-to-WhatsApp',
    adsText:
      'Seus anúncios abrem uma conversa com seu número. Em breve você também vê qual anúncio trouxe cada pessoa.',
    analytics: 'Painel de estatísticas',
    analyticsText: 'Veja todas as mensagens em totais que fecham. Cada falha vem com o motivo e a solução.',
  },
  steps: {
    connect: 'Faça login e conecte uma conta comercial pelo OAuth do provedor.',
    templates: 'Crie modelos e envie para aprovação do provedor.',
    optIns: 'Colete consentimentos com formulários, códigos QR ou widgets.',
    campaigns: 'Lance campanhas com agendamento, personalização e estatísticas.',
    track: 'Acompanhe aberturas, cliques e entregas.',
  },
  useCases: {
    title: 'O que as empresas enviam',
    label: 'Casos de uso',
    orders: 'Atualizações de pedidos',
    ordersTitle: 'Onde está meu pedido',
    ordersText:
      'Avise que o pedido foi embalado, está a caminho ou chegou. Inclua o número do pedido e um botão de mapa.',
    reminders: 'Lembretes de consultas',
    remindersTitle: 'Menos faltas',
    remindersText: 'Lembre no dia anterior. As pessoas respondem com um botão: vou ou outro horário.',
    promotions: 'Campanhas promocionais',
    promotionsTitle: 'Uma oferta que vale abrir',
    promotionsText:
      'Envie uma imagem, um texto curto e um botão. Só recebe quem aceitou, na hora que você escolher.',
    leads: 'Geração de leads',
    leadsTitle: 'Da pergunta ao cliente',
    leadsText: 'Alguém escreve para seu número e aparece na hora nos seus leads, com o nome do WhatsApp.',
  },
  ask: 'Pronto para começar?',
  copyright: '© <year></year> Tidings',
  footer: 'Seu servidor, seus contatos.',
  hero: {
    label: 'Uma campanha no Tidings',
    message:
      'Olá, Meenakshi! Já estão abertos os pedidos das <b>caixas de casamento</b>. Conte a data e quantos convidados.',
    footer: 'Responda STOP para sair',
    button: 'Ver caixas',
    status: 'Concluída',
    name: 'Caixas de casamento, primeiros pedidos',
    planned: 'Previstas',
  },
}
