import type { Translated } from '#contract/messages/shape.ts'
import type { subscription as english } from '../en/subscription.ts'

export const subscription: Translated<typeof english> = {
  title: 'Assinatura',
  loading: 'Carregando o uso',
  lede: '<b>{count, plural, one {# mensagem} other {# mensagens}}</b> desde {date}, no plano <b>{plan}</b>. Ele não tem limite.',
  ledeLimit:
    '<b>{count, plural, one {# mensagem} other {# mensagens}}</b> desde {date}, no plano <b>{plan}</b>. O limite é {limit, number} por mês.',
  month: 'Mensagens deste mês',
  asOf: 'Às {time} ({zone})',
  limits: 'Uso e limites',
  messages: 'Mensagens',
  leads: 'Leads',
  campaigns: 'Campanhas',
  posts: 'Publicações',
  plans: 'Planos',
  note: 'Este é o seu próprio servidor, então aqui você não paga nada. O WhatsApp cobra as mensagens entregues.',
  usedNoLimit: '{used, number}, sem limite',
  usedOf: '{used, number} de {limit, number}',
  noLimit: 'Sem limite',
  yours: 'O seu',
  plan: 'Plano',
  table: 'Tabela de planos',
  monthly: 'Mensagens por mês',
}
