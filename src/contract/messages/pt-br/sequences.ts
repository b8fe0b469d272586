import type { Translated } from '#contract/messages/shape.ts'
import type { sequences as english } from '../en/sequences.ts'

export const sequences: Translated<typeof english> = {
  clock: 'Escreva o horário assim: 09:30.',
  noMessage: 'Adicione pelo menos uma mensagem.',
  tagMissing: 'Digite a etiqueta.',
  segmentMissing: 'Escolha o segmento.',
  handOverLast: 'Deixe “Passar à equipe” como última etapa.',
  laterStep: 'Escolha uma etapa posterior da sequência.',
  noPath: 'Nenhum caminho chega a esta etapa. Remova-a ou faça outra etapa continuar nela.',
  quietCountries: 'O horário de silêncio de um país precisa do relógio de cada pessoa.',
  stopsAtOnce: 'Esta etiqueta inicia a sequência. Escolha outra para sair dela.',
}
