import { parse } from 'csv-parse/sync'
import { longestPriceFile } from '#contract/campaigns/prices.ts'
import { t } from '#server/messages/t.ts'
import { refused } from './own-list.ts'

/** A line of a file; a cell that is not there is empty. */
export type TableRow = { line: number; cell: (column: string) => string }
export type Table = { delimiter: string; columns: readonly string[]; rows: readonly TableRow[] }

/** `Authentication-International` and `authentication international` are one column. */
const columnOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')

/** Where a file's columns are named: the first line with a market. Meta writes notes above it. */
const isHead = (cells: readonly string[]): boolean =>
  cells.length > 1 && cells.some((cell) => ['market', 'country', 'region'].includes(columnOf(cell)))

/** @throws AppError `rule_broken` for a file that is no table, or too long. */
export function readTable(csv: string): Table {
  const named = csv.split('\n').find((line) => isHead(line.split(/[,;\t]/))) ?? csv.split('\n', 1)[0] ?? ''
  const delimiter = named.includes(';') ? ';' : named.includes('\t') ? '\t' : ','
  let found: { record: string[]; info: { lines: number } }[]
  try {
    found = parse(csv, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as typeof found
  } catch {
    throw refused(t('campaigns.prices.unreadable'), 'csv')
  }
  const head = Math.max(
    0,
    found.findIndex(({ record }) => isHead(record)),
  )
  const columns = (found[head]?.record ?? []).map((name) => columnOf(name))
  const rows = found
    .slice(head + 1)
    .filter(({ record }) => record.some((cell) => cell.trim() !== ''))
    .map(({ record, info }) => ({
      line: info.lines,
      cell: (column: string) => record[columns.indexOf(column)]?.trim() ?? '',
    }))
  if (rows.length > longestPriceFile.rows)
    throw refused(t('campaigns.prices.tooMany', { count: longestPriceFile.rows }), 'csv')
  return { delimiter, columns, rows }
}

export const wrongCell = ({ line, cell }: TableRow, column: string) =>
  refused(t('campaigns.prices.cell', { row: line, column, value: cell(column) }), 'csv')
