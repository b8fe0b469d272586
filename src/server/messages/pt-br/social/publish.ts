import type { Translated } from '#contract/messages/shape.ts'
import type { publish as english } from '../../en/social/publish.ts'

export const publish: Translated<typeof english> = {
  notToDecide: 'Não é mais possível decidir sobre esta publicação. Recarregue a página.',
  notice: {
    failed:
      '{count, plural, one {# publicação não foi publicada.} other {# publicações não foram publicadas.}} Abra o histórico para ver o motivo.',
    unknown:
      '{count, plural, one {Não sabemos se # publicação foi publicada.} other {Não sabemos se # publicações foram publicadas.}} Confira na rede e decida no histórico.',
    late: '{count, plural, one {# publicação está mais de 6 horas atrasada.} other {# publicações estão mais de 6 horas atrasadas.}} Publique ou cancele no histórico.',
    open: 'Abrir o histórico',
  },
  mail: {
    subject:
      '{count, plural, one {# publicação precisa da sua atenção} other {# publicações precisam da sua atenção}}',
    post: '“{caption}” para {account} no {network}, {time}',
    words: '{network} diz: {words}',
    more: 'E mais {count, plural, one {#} other {#}}.',
    link: 'Veja aqui: {address}',
  },
}
