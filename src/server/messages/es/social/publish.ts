import type { Translated } from '#contract/messages/shape.ts'
import type { publish as english } from '../../en/social/publish.ts'

export const publish: Translated<typeof english> = {
  notToDecide: 'Ya no se puede decidir sobre esta publicación. Recarga la página.',
  notice: {
    failed:
      '{count, plural, one {No se publicó # publicación.} other {No se publicaron # publicaciones.}} Abre el historial para ver por qué.',
    unknown:
      '{count, plural, one {No sabemos si se publicó # publicación.} other {No sabemos si se publicaron # publicaciones.}} Míralo en la red y decide en el historial.',
    late: '{count, plural, one {# publicación lleva más de 6 horas de retraso.} other {# publicaciones llevan más de 6 horas de retraso.}} Publica o cancela en el historial.',
    open: 'Abrir el historial',
  },
  mail: {
    subject:
      '{count, plural, one {# publicación necesita tu atención} other {# publicaciones necesitan tu atención}}',
    post: '«{caption}» para {account} en {network}, {time}',
    words: '{network} dice: {words}',
    more: 'Y {count, plural, one {# más} other {# más}}.',
    link: 'Míralas aquí: {address}',
  },
}
