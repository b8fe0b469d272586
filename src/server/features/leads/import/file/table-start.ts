import { readPhones } from '../../phone/phone.ts'
import { looksLikeHeader, suggestRoles } from './column-roles.ts'
import { filledRows, type Workbook } from './workbook.ts'

/** Rows among which the header is looked for. */
export const headRows = 25
/** Rows of a sheet that are looked at to tell whether it is the list. */
const judgedRows = 60
const judgedSheets = 30

/** A short list may have as many lines above and below it as people: its width is that of its wider rows. */
const usualShare = 0.7

export type TableStart = { first_row: number; header: boolean }

/** Where a table begins: below titles, which fill few cells, at the row that names as many columns as the rows below. */
export function tableStart(rows: readonly string[][], country: string): TableStart {
  const [first = []] = rows
  const plain: TableStart = { first_row: 1, header: looksLikeHeader(first, country) }
  const widths = rows.map(filled).sort((a, b) => a - b)
  const usual = widths[Math.floor(widths.length * usualShare)] ?? 0
  if (usual < 2) return plain
  const enough = Math.min(usual, Math.max(2, Math.ceil(usual * 0.6)))
  for (const [at, row] of rows.entries()) {
    // A phone is no title: somebody's row.
    if (row.some((cell) => 'phones' in readPhones(cell, country))) return plain
    if (filled(row) >= enough && looksLikeHeader(row, country)) return { first_row: at + 1, header: true }
  }
  return plain
}

function filled(row: readonly string[]): number {
  return row.filter((cell) => cell.trim() !== '').length
}

/** The sheet that looks most like a list of people with phones; the first of equals. */
export async function listSheet(workbook: Workbook, country: string): Promise<string> {
  let best = { sheet: workbook.sheets[0] ?? '', score: -1 }
  for (const sheet of workbook.sheets.slice(0, judgedSheets)) {
    const rows: string[][] = []
    for await (const row of filledRows(workbook, sheet)) {
      rows.push(row)
      if (rows.length === judgedRows) break
    }
    const score = scoreOf(rows, country)
    if (score > best.score) best = { sheet, score }
  }
  return best.sheet
}

function scoreOf(rows: readonly string[][], country: string): number {
  if (rows.length === 0) return -1
  const { first_row, header } = tableStart(rows.slice(0, headRows), country)
  const names = header ? (rows[first_row - 1] ?? []) : []
  const below = rows.slice(first_row - 1 + Number(header))
  const width = Math.min(100, Math.max(0, ...below.map((row) => row.length)))
  const facts = Array.from({ length: width }, (_, at) => {
    const cells = below.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '')
    return { name: names[at] ?? '', filled: cells.length, cells }
  })
  const roles = suggestRoles(facts, { header, country })
  const phone = facts[roles.indexOf('phone')]
  const hasName = roles.some((role) => role === 'name' || role === 'first_name')
  const share = phone
    ? phone.cells.filter((cell) => 'phones' in readPhones(cell, country)).length / below.length
    : 0
  return (phone ? 1 : 0) + share + (hasName ? 0.5 : 0) + Math.min(below.length, judgedRows) / judgedRows / 2
}
