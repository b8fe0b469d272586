import type { Translated } from '#contract/messages/shape.ts'
import type { segments as english } from '../en/segments.ts'

export const segments: Translated<typeof english> = {
  sentence: 'Pessoas que {rules}.',
  group: '({rules})',
  copyOf: '{name} (cópia)',
  tooMany: 'Uma empresa tem no máximo {most, number} segmentos. Exclua algum primeiro.',
  editedMeanwhile: 'Este segmento foi alterado enquanto isso. Recarregue e faça sua alteração de novo.',
  nameTaken: 'Já existe um segmento chamado {name}. Escolha outro nome.',
  usedBySequence: 'A sequência “{name}” usa este segmento. Escolha antes outra coisa nela.',
  inUse:
    '{count, plural, one {Uma campanha que não começou usa} other {# campanhas que não começaram usam}} este segmento. Escolha outras pessoas nela ou cancele, e depois exclua.',
  tag: '{is, select, any {têm a etiqueta {tags}} all {têm as etiquetas {tags}} other {não têm a etiqueta {tags}}}',
  consent:
    '{consent, select, opted_in {{did, select, yes {aceitaram marketing{when}} other {não aceitaram marketing{when}}}} opted_out {{did, select, yes {pediram para sair{when}} other {não pediram para sair{when}}}} other {{did, select, yes {não têm consentimento registrado} other {têm o consentimento ou a saída registrados}}}}',
  reachable:
    '{did, select, yes {podem ser contatadas no WhatsApp} other {não podem ser contatadas no WhatsApp}}',
  unreachableFor: 'não são alcançáveis há {count, plural, one {# dia} other {# dias}} ou mais',
  text: '{is, select, is {têm “{value}” em {field}} is_not {não têm exatamente “{value}” em {field}} contains {têm {field} que contém “{value}”} contains_not {têm {field} que não contém “{value}”} starts {têm {field} que começa com “{value}”} known {têm {field} preenchido} unknown {têm {field} vazio} more {têm {field} acima de {value}} less {têm {field} abaixo de {value}} before {têm {field} antes de {value}} after {têm {field} depois de {value}} other {têm {field} neste mês}}',
  texts: {
    name: 'nome',
    phone: 'telefone',
    email: 'e-mail',
    username: 'nome de usuário do WhatsApp',
  },
  sources: '{did, select, yes {vieram de {sources}} other {não vieram de {sources}}}',
  source:
    '{source, select, manual {digitação} csv {um arquivo} api {API} openstreetmap {OpenStreetMap} inbound {uma mensagem a você} optin {um formulário de opt-in} other {{source}}}',
  added: '{did, select, yes {foram adicionadas {when}} other {não foram adicionadas {when}}}',
  wrote: '{did, select, yes {escreveram a você {when}} other {não escreveram a você {when}}}',
  ad: '{any, select, yes {de um anúncio ou post} other {do anúncio ou post “{ad}”}}',
  cameFrom: '{did, select, yes {vieram {what} {when}} other {não vieram {what} {when}}}',
  scoped: '{what} ({scope})',
  scope: {
    days: 'enviada de {from} a {to}',
    number: 'do número {number}',
    template: 'modelo {template}',
    variant: 'versão {variant}',
    code: 'erro {code}',
    category:
      '{category, select, MARKETING {marketing} UTILITY {utilidade} AUTHENTICATION {código de acesso} AUTHENTICATION_INTERNATIONAL {código de acesso internacional} other {serviço}}',
    day: 'enviado em {day}',
    hour: 'enviado {weekday} das {from} às {to}, hora local',
  },
  what: '{any, select, yes {uma mensagem} other {“{campaign}”}}',
  form: '{any, select, yes {um formulário de opt-in} other {o formulário “{form}”}}',
  deed: {
    sent: '{did, select, yes {são destinatárias de {what} {when}} other {não são destinatárias de {what} {when}}}',
    delivered: '{did, select, yes {receberam {what} {when}} other {não receberam {what} {when}}}',
    read: '{did, select, yes {leram {what} {when}} other {não leram {what} {when}}}',
    clicked:
      '{did, select, yes {clicaram em {link, plural, =0 {um link} other {link #}} de {what} {when}} other {não clicaram em {link, plural, =0 {um link} other {link #}} de {what} {when}}}',
    answered: '{did, select, yes {responderam a {what} {when}} other {não responderam a {what} {when}}}',
    failed: '{did, select, yes {tiveram falha em {what} {when}} other {não tiveram falha em {what} {when}}}',
    failed_for_now:
      '{did, select, yes {tiveram falha passageira em {what} {when}} other {não tiveram falha passageira em {what} {when}}}',
  },
  converted:
    '{any, select, yes {{did, select, yes {compraram ou converteram {when}} other {não compraram nem converteram {when}}}} other {{did, select, yes {chegaram a “{event}” {when}} other {não chegaram a “{event}” {when}}}}}',
  after:
    '{touch, select, campaign {{any, select, yes {após uma campanha} other {após a campanha “{name}”}}} sequence {{any, select, yes {após uma sequência} other {após a sequência “{name}”}}} ad {{any, select, yes {após um anúncio ou post} other {após o anúncio ou post “{name}”}}} form {{any, select, yes {após um formulário de opt-in} other {após o formulário “{name}”}}} message {após uma mensagem avulsa} other {após nenhuma das suas mensagens, anúncios ou formulários}}',
  byRead: 'uma mensagem lida conta',
  atLeast: 'por pelo menos {amount}',
  conversation:
    '{state, select, any {{did, select, yes {têm uma conversa} other {não têm conversa}}} open {{did, select, yes {têm uma conversa aberta} other {não têm conversa aberta}}} snoozed {{did, select, yes {têm uma conversa adiada} other {não têm conversa adiada}}} other {{did, select, yes {têm uma conversa encerrada} other {não têm conversa encerrada}}}}',
  optin: '{did, select, yes {aceitaram em {form} {when}} other {não aceitaram em {form} {when}}}',
  when: {
    days: '{count, plural, one {no último dia} other {nos últimos # dias}}',
    since: 'desde {day}',
    between: 'entre {from} e {to}',
    day: 'em {day}',
  },
  cell: {
    undeliverable: 'Não entregáveis há 90 dias',
    not_delivered: '{name}: não entregue',
    not_read: '{name}: entregue, não lida',
    not_clicked: '{name}: lida, sem clique',
    clicked: '{name}: com clique',
    not_converted: '{name}: com clique, sem compra',
    not_answered: '{name}: lida, sem resposta',
    answered: '{name}: respondida',
    failed_for_now: '{name}: falha passageira',
    failed: '{name}: com falha',
  },
}
