import type { Translated } from '#contract/messages/shape.ts'
import type { social as english } from '../en/social.ts'
import { analytics } from './social/analytics.ts'
import { media } from './social/media.ts'
import { planning } from './social/planning.ts'
import { posts } from './social/posts.ts'
import { publish } from './social/publish.ts'
import { withdrawal } from './social/withdrawal.ts'

export const social: Translated<typeof english> = {
  publish,
  connected: 'Conta social conectada com sucesso.',
  alreadyConnected: 'Esta conta já está conectada.',
  saveFailed: 'Não foi possível salvar a conta social.',
  internalError: 'Algo deu errado ao conectar.',
  disconnected: 'Desconectada com sucesso.',
  notSetUp: '{network} não está configurado nesta instalação. Defina {settings} e inicie de novo.',
  choiceGone:
    'Não é mais possível publicar em uma das contas escolhidas. Conecte de novo para ver a lista atual.',
  ending: {
    account: '{name} no {network}',
    ended: '{account} precisa ser conectada de novo.',
    withdrawn: 'O acesso a {account} foi retirado na rede. Conecte de novo para publicar.',
    today: 'O acesso a {account} termina em menos de 24 horas. Entre de novo antes disso.',
    soon: 'O acesso a {account} termina em {days, plural, one {# dia} other {# dias}}, em {date}. Entre de novo antes disso.',
    waiting:
      '{count, plural, one {# publicação agendada está} other {# publicações agendadas estão}} esperando.',
    reconnect: 'Reconectar',
    mailEnded: 'Conecte {name} de novo',
    mailWithdrawn: '{name} foi desconectada',
    mailSoon: 'O acesso a {name} termina em breve',
    mailLink: 'Conecte aqui: {address}',
  },
  analytics,
  media,
  planning,
  posts,
  withdrawal,
}
