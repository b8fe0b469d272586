import type { Translated } from '#contract/messages/shape.ts'
import type { links as english } from '../../en/messages/links.ts'

export const links: Translated<typeof english> = {
  unknown: {
    title: 'Link não encontrado',
    text: 'Verifique se você copiou o link inteiro ou peça um novo à empresa.',
  },
  gone: {
    title: 'O link não funciona mais',
    text: 'A empresa que o enviou o removeu.',
  },
  busy: {
    title: 'Tentativas demais',
    text: 'Espere alguns segundos e abra o link de novo.',
  },
  away: {
    title: 'Não foi possível abrir o link',
    text: 'Há um problema do nosso lado. Tente de novo em alguns segundos.',
  },
}
