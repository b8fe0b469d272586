import type { Translated } from '#contract/messages/shape.ts'
import type { planning as english } from '../../en/social/planning.ts'

export const planning: Translated<typeof english> = {
  draftChanged: 'Este rascunho foi alterado em outra janela. Abra-o de novo.',
  draftsFull: 'Você tem {limit, number} rascunhos. Exclua alguns primeiro.',
  queueFull: 'A fila tem no máximo {limit, number} horários. Remova alguns primeiro.',
  slotTwice: 'Este horário está duas vezes na fila.',
  seriesNotFound: 'Esta publicação recorrente não foi encontrada.',
  seriesChanged: 'Esta publicação recorrente mudou nesse meio-tempo. Recarregue-a e tente de novo.',
  seriesOver: 'Esta publicação recorrente terminou. Comece outra.',
  seriesFull: 'Você tem {limit, number} publicações recorrentes. Pare algumas primeiro.',
  untilPast: 'Nenhum dia escolhido cai antes deste último dia. Escolha um posterior.',
  import: {
    fileMissing: 'Escolha primeiro um arquivo CSV',
    onlyCsv: 'Escolha um arquivo .csv.',
    tooLarge: 'Este arquivo passa de {megabytes, number} MB. Divida-o.',
    empty: 'Este arquivo não tem publicações.',
    unreadable: 'Este arquivo não é um CSV que possamos ler.',
    tooManyRows: 'Importe até {limit, number} publicações de uma vez. Divida este arquivo.',
    columnMissing: 'Falta a coluna {column}. O arquivo vazio mostra todas.',
    confirmed: 'Esta importação já foi iniciada.',
    nothing: 'Nenhuma linha deste arquivo pode ser agendada.',
    over: 'Esta importação terminou.',
    fetchFailed: 'Não foi possível obter o arquivo do endereço. Verifique-o.',
    columns: {
      date: 'data',
      time: 'horário',
      zone: 'fuso',
      accounts: 'contas',
      caption: 'legenda',
      media: 'endereço da mídia',
      link: 'link',
      firstComment: 'primeiro comentário',
    },
  },
}
