import type { Translated } from '#contract/messages/shape.ts'
import type { campaigns as english } from '../en/campaigns.ts'

export const campaigns: Translated<typeof english> = {
  order: 'Ordene por um destes: {values}.',
  template: 'Selecione um modelo.',
  pickedMax: 'Escolha à mão no máximo {count, number} pessoas. Para públicos maiores use uma etiqueta.',
  customMessageMax: 'A mensagem própria deve ter menos de {count, number} caracteres.',
  consent: 'Diga em uma frase como elas deram permissão.',
  nameMax: 'O nome deve ter menos de {count, number} caracteres.',
  testPhone: 'Formato de telefone inválido. Use o formato E.164 (ex.: +919876543210).',
  draftMax: 'Este formulário é grande demais para salvar como rascunho.',
  price: 'Informe um preço.',
  priceMin: 'Um preço não pode ser menor que zero.',
  priceMax: 'É mais do que uma mensagem custa.',
  currency: 'Informe a moeda com três maiúsculas, como INR.',
  parameter: 'Escreva o texto ou escolha um campo.',
}
