import type { Translated } from '#contract/messages/shape.ts'
import type { analytics as english } from '../../en/social/analytics.ts'

export const analytics: Translated<typeof english> = {
  noAccount: 'Primero conecta una cuenta de {network}.',
  asked: 'Se pidieron cifras nuevas a la red.',
  askedBefore: 'Estas cifras tienen menos de un minuto. Inténtalo de nuevo en un minuto.',
  export: {
    why: '{reason, select, not_yet {aún sin contar} retired {ya no se ofrece} not_offered {no se ofrece} no_permission {falta el permiso} too_few {muy pocas personas} gone {la publicación ya no existe} not_linked {publicación no encontrada} other {no se obtuvo}}',
    posted: 'Publicado',
    network: 'Red',
    account: 'Cuenta',
    caption: 'Texto',
    likes: 'Me gusta',
    comments: 'Comentarios',
    shares: 'Compartidos',
    saves: 'Guardados',
    reach: 'Alcance',
    views: 'Visualizaciones',
    clicks: 'Clics',
    engagement: 'Interacción',
    missing: 'Cifras que faltan',
    asOf: 'Actualizado',
    address: 'Enlace',
  },
}
