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
  priceDay: 'Informe um dia como 2026-10-01.',
  timeOfDay: 'Informe um horário como 21:00.',
  quiet: 'O horário de silêncio precisa de dois horários diferentes.',
  priceMax: 'É mais do que uma mensagem custa.',
  currency: 'Informe a moeda com três maiúsculas, como INR.',
  parameter: 'Escreva o texto ou escolha um campo.',
  percent: 'Informe uma porcentagem de 1 a 100.',
  waitMinutes: 'Aguarde de 5 minutos a 14 dias.',
  pilotPeople: 'Envie o piloto para 1 a 1.000.000 de pessoas.',
  variants: 'Teste de 2 a 4 versões.',
  bounds: 'Diga o que precisa ser atingido para continuar sozinho.',
}
