import { Transform } from 'node:stream'

/** What a row of an export may hold; a time is written as ISO 8601. */
export type CsvCell = string | number | Date | null | undefined

/** What every export is served as. */
export const csvType = 'text/csv; charset=utf-8'

/** The mark at the beginning that makes Excel read the text as UTF-8. */
const byteOrderMark = '\uFEFF'

/** Quoted also for readers that split at a semicolon or a tab, and for those that end a row at a lone CR or LF. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/

/**
 * A formula at the start of a cell or behind another locale's separator (Excel splits at `;` in most of Europe).
 * Spaces and quotes in front do not help (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const formulaStart = /(^|[;\t\r\n\v\f\u0085\u2028\u2029])([\s\p{Cc}\p{Cf}"]*)(?=[=+\-@＝＋－＠﹢﹣﹦﹫−])/gu

/** A phone number is harmless alone in its cell, and stays readable. */
const phone = /^\+[1-9]\d{7,14}$/

/** Keeps spreadsheets from running a part of a cell as a formula: an apostrophe in front makes it text. */
function disarm(text: string): string {
  return phone.test(text) ? text : text.replace(formulaStart, "$1$2'")
}

function written(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const text = disarm(cell instanceof Date ? cell.toISOString() : cell)
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One row with its end, as RFC 4180 has it. The row of a single empty cell is quoted, or else it would be an empty line. */
export function csvRow(cells: readonly CsvCell[]): string {
  const line = cells.map(written).join(',')
  return `${line === '' ? '""' : line}\r\n`
}

/** How each CSV file begins: the byte order mark and the names of its columns. */
export function csvHeader(columns: readonly string[]): string {
  return byteOrderMark + csvRow(columns)
}

/** Takes rows and gives CSV text, with the names of the columns first: memory stays flat at any size. */
export function csvStream(columns: readonly string[]): Transform {
  return new Transform({
    writableObjectMode: true,
    encoding: 'utf8',
    construct(done) {
      this.push(csvHeader(columns))
      done()
    },
    transform(cells: readonly CsvCell[], _, done) {
      done(null, csvRow(cells))
    },
  })
}
