import type { Translated } from '#contract/messages/shape.ts'
import type { analytics as english } from '../en/analytics.ts'

export const analytics: Translated<typeof english> = {
  day: 'Escreva o dia assim: 2026-11-23.',
  bothEnds: 'Informe o primeiro e o último dia.',
  order: 'O último dia vem antes do primeiro.',
  tooLong: 'Escolha no máximo {days, number} dias.',
  value: 'Informe um número, como 499.90.',
  twoCurrencies: 'Informe duas moedas diferentes.',
  dataset: 'Informe o ID do conjunto de dados: só dígitos.',
}
