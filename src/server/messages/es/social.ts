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
  connected: 'La cuenta social se conectó correctamente.',
  alreadyConnected: 'Esta cuenta ya está conectada.',
  saveFailed: 'No se pudo guardar la cuenta social.',
  internalError: 'Algo salió mal al conectar.',
  disconnected: 'Se desconectó correctamente.',
  notSetUp: '{network} no está configurado en esta instalación. Define {settings} y vuelve a iniciarla.',
  choiceGone:
    'Ya no se puede publicar en una de las cuentas elegidas. Conéctate de nuevo para ver la lista actual.',
  ending: {
    account: '{name} en {network}',
    ended: 'Hay que volver a conectar {account}.',
    withdrawn: 'Se retiró el acceso a {account} en la red. Conéctala de nuevo para publicar.',
    today: 'El acceso a {account} termina en menos de 24 horas. Inicia sesión de nuevo antes.',
    soon: 'El acceso a {account} termina en {days, plural, one {# día} other {# días}}, el {date}. Inicia sesión de nuevo antes.',
    waiting:
      '{count, plural, one {# publicación programada está} other {# publicaciones programadas están}} en espera.',
    reconnect: 'Reconectar',
    mailEnded: 'Vuelve a conectar {name}',
    mailWithdrawn: 'Se desconectó {name}',
    mailSoon: 'El acceso a {name} termina pronto',
    mailLink: 'Conéctala aquí: {address}',
  },
  analytics,
  media,
  planning,
  posts,
  withdrawal,
}
