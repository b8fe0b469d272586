import type { Translated } from '#contract/messages/shape.ts'
import type { analytics as english } from '../../en/social/analytics.ts'

export const analytics: Translated<typeof english> = {
  noAccount: 'Conecte primeiro uma conta do {network}.',
  asked: 'Pedimos números novos à rede.',
  askedBefore: 'Estes números têm menos de um minuto. Tente de novo em um minuto.',
  export: {
    why: '{reason, select, not_yet {ainda não contado} retired {não é mais oferecido} not_offered {não oferecido} no_permission {falta permissão} too_few {poucas pessoas} gone {a publicação não existe mais} not_linked {publicação não encontrada} other {não obtido}}',
    posted: 'Publicado em',
    network: 'Rede',
    account: 'Conta',
    caption: 'Legenda',
    likes: 'Curtidas',
    comments: 'Comentários',
    shares: 'Compartilhamentos',
    saves: 'Salvamentos',
    reach: 'Alcance',
    views: 'Visualizações',
    clicks: 'Cliques',
    engagement: 'Engajamento',
    missing: 'Números que faltam',
    asOf: 'Atualizado em',
    address: 'Endereço',
  },
}
