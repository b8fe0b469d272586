import type { Translated } from '#contract/messages/shape.ts'
import type { imports as english } from '../../en/leads/imports.ts'

export const imports: Translated<typeof english> = {
  fileMissing: 'Primeiro escolha um arquivo CSV',
  onlyCsv: 'Só .csv é aceito. Para arquivos Excel e cartões de contato, use Importar.',
  anyList: 'Escolha um arquivo .csv, .tsv, .txt, .xlsx, .xls, .ods ou .vcf.',
  tooLarge: 'Este arquivo passa de {megabytes, number} MB. Divida-o ou remova colunas.',
  fileGone: 'Não guardamos mais este arquivo. Envie-o de novo.',
  encodingUnsure: 'Não temos certeza da codificação deste arquivo. Salve-o como UTF-8 ou use Importar.',
  cancelled: 'A importação foi cancelada.',
  started: 'Esta importação já começou.',
  notRunning: 'Esta importação não está em andamento. Se terminou, você pode desfazê-la.',
  notDone: 'Você só pode desfazer uma importação concluída.',
  tooOld:
    'Você pode desfazer uma importação por {days, plural, one {# dia} other {# dias}}. Esta é mais antiga.',
  undoing: 'Esta importação já está sendo desfeita.',
  columnsChanged: 'As colunas mudaram. Leia o arquivo de novo.',
  phoneMissing: 'Escolha a coluna com os telefones.',
  faults: {
    empty: '{file} está vazio.',
    not_csv: '{file} não é um arquivo CSV. Exporte sua lista como CSV e envie de novo.',
    damaged: '{file} está danificado. Salve-o de novo, ou como CSV, e envie outra vez.',
    not_table: '{file} não é um arquivo CSV nem uma pasta do Excel.',
    long_line: 'A linha {line} passa de {kilobytes, number} KB. Encurte-a e envie o arquivo de novo.',
    open_quote: 'Há uma aspa não fechada na linha {line}. Corrija ou remova e envie o arquivo de novo.',
    no_rows: 'Este arquivo não tem linhas.',
    sheet_unreadable: 'Não é possível ler esta planilha. Salve-a como CSV e envie.',
    sheet_too_large: 'Esta planilha é grande demais. Salve-a como CSV e envie.',
    sheet_too_slow: 'Esta planilha demora demais para ser lida. Salve-a como CSV e envie.',
    old_excel:
      'Não é possível ler este arquivo antigo do Excel. Se tiver senha, remova-a. Salve-o como .xlsx ou CSV.',
    rows_too_large: 'As linhas deste arquivo são grandes demais. Confira se há uma pessoa por linha.',
    internal:
      'A importação falhou do nosso lado e foi desfeita. Tente de novo. O log do servidor mostra a causa.',
  },
  notes: {
    open_quote: 'Há uma aspa não fechada neste arquivo. Lemos as aspas como caracteres comuns.',
    encoding_unsure:
      'Não temos certeza da codificação deste arquivo. Confira as palavras e mude-a se parecerem erradas.',
    sheets: 'Esta pasta tem {count, number} planilhas. Lemos "{sheet}". Escolha outra se não for sua lista.',
    lines_above:
      '{count, plural, one {Ignoramos a linha acima da tabela.} other {Ignoramos as # linhas acima da tabela.}}',
    no_rows: 'Não há nada abaixo da primeira linha.',
    many_columns:
      'Este arquivo tem {count, number} colunas. Lemos as primeiras {limit, number}. Remova as que não precisa.',
    unreadable_cells:
      '{count, plural, one {# célula tem caracteres ilegíveis. Nós os ignoramos.} other {# células têm caracteres ilegíveis. Nós os ignoramos.}}',
  },
}
