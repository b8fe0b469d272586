import type { Delimiter, Encoding, FileKind, ImportSettings } from '#contract/leads/imports.ts'
import { type ColumnFacts, suggestRoles } from './column-roles.ts'
import { clean, cut } from './row-reader.ts'
import type { FileNote, StoredAnalysis } from './stored-analysis.ts'
import { delimiterOf, encodingOf, rowsOf, type TableFile, UnreadableFile } from './table-file.ts'
import { headRows, listSheet, type TableStart, tableStart } from './table-start.ts'
import { openWorkbook } from './workbook.ts'

/** What the person chose; what is absent is found by reading the file. */
export type AnalysisChoices = {
  encoding?: Encoding
  delimiter?: Delimiter
  sheet?: string | null
  first_row?: number
  header?: boolean
  country: string
}

export type Analysed = { settings: ImportSettings; analysis: StoredAnalysis; quoted: boolean }

const mostColumns = 500
/** Cells of a column that are looked at to tell what it is. */
const judgedCells = 200
const maxSamples = 2
const maxHeadRows = 12
const maxWords = 3
const countedDistinct = 100
/** Of each cell that is kept while the file is read. */
const keptCharacters = 200

/** Reads a file whole and says what is in it. Nothing is kept of it but samples. */
export async function analyseFile(path: string, kind: FileKind, choices: AnalysisChoices): Promise<Analysed> {
  const { file, sheets, isSure, notes } = await dialectOf(path, kind, choices)
  let found: Found
  try {
    found = await read(file, choices)
  } catch (error) {
    if (!(error instanceof UnreadableFile) || kind !== 'csv') throw error
    // A lone quote somewhere: read again with quotes as plain characters, and say so.
    file.quoted = false
    found = await read(file, choices)
    notes.push({ code: 'open_quote' })
  }
  if (found.columns.length === 0) throw new UnreadableFile({ code: 'no_rows' })
  notes.push(...notesOn(found))
  const facts = found.columns.map(
    (column): ColumnFacts => ({ name: column.name, filled: column.filled, cells: column.cells }),
  )
  const { first_row, header } = found.start
  const roles = suggestRoles(facts, { header, country: choices.country })
  return {
    quoted: file.quoted,
    settings: {
      encoding: file.encoding,
      delimiter: file.delimiter,
      sheet: file.sheet ?? null,
      first_row,
      header,
      country: choices.country,
      columns: roles,
    },
    analysis: {
      rows: found.rows,
      columns: found.columns.map(({ name, cells, filled, distinct }, at) => ({
        name,
        samples: cells.slice(0, maxSamples).map((cell) => cut(cell, 120)),
        filled,
        distinct: distinct.size,
        suggested: roles[at] ?? 'attribute',
      })),
      sheets,
      head: found.head,
      is_encoding_sure: isSure,
      telling: found.telling.size > 0 ? [...found.telling].join(', ') : null,
      notes,
    },
  }
}

/** How the bytes of a file are to be read: as chosen, else as found. */
async function dialectOf(
  path: string,
  kind: FileKind,
  choices: AnalysisChoices,
): Promise<{ file: TableFile; sheets: string[]; isSure: boolean; notes: FileNote[] }> {
  const notes: FileNote[] = []
  if (kind === 'csv' || kind === 'vcf') {
    const found = choices.encoding ? { encoding: choices.encoding, isSure: true } : await encodingOf(path)
    if (!found.isSure) {
      notes.push({ code: 'encoding_unsure' })
    }
    const { encoding } = found
    const delimiter = kind === 'csv' ? (choices.delimiter ?? (await delimiterOf(path, encoding))) : ','
    return {
      file: { path, kind, encoding, delimiter, quoted: true },
      sheets: [],
      isSure: found.isSure,
      notes,
    }
  }
  const workbook = await openWorkbook(path, kind)
  try {
    const sheets = [...workbook.sheets]
    const chosen = sheets.find((sheet) => sheet === choices.sheet)
    const sheet =
      chosen ?? (sheets.length > 1 ? await listSheet(workbook, choices.country) : (sheets[0] ?? null))
    if (sheets.length > 1) {
      notes.push({ code: 'sheets', count: sheets.length, sheet: sheet ?? '' })
    }
    return {
      file: { path, kind, sheet, encoding: 'utf-8', delimiter: ',', quoted: true },
      sheets,
      isSure: true,
      notes,
    }
  } finally {
    workbook.close()
  }
}

function notesOn({ start, rows, width, unreadable }: Found): FileNote[] {
  const notes: FileNote[] = []
  const above = start.first_row - 1
  if (above > 0) notes.push({ code: 'lines_above', count: above })
  if (rows === 0) notes.push({ code: 'no_rows' })
  if (width > mostColumns) {
    notes.push({ code: 'many_columns', count: width, limit: mostColumns })
  }
  if (unreadable > 0) {
    notes.push({ code: 'unreadable_cells', count: unreadable })
  }
  return notes
}

type Column = { name: string; cells: string[]; filled: number; distinct: Set<string> }
type Found = {
  start: TableStart
  columns: Column[]
  rows: number
  /** Cells of the widest row. */
  width: number
  head: string[]
  telling: Set<string>
  /** Cells with bytes that are no character in this encoding. */
  unreadable: number
}

async function read(file: TableFile, choices: AnalysisChoices): Promise<Found> {
  const head: string[][] = []
  const reader = columnReader()
  let start: TableStart | undefined
  const begin = (): TableStart => {
    const chosen = startOf(file, head, choices)
    for (const [at, cells] of head.entries()) reader.take(cells, at - (chosen.first_row - 1), chosen.header)
    return chosen
  }
  for await (const cells of rowsOf(file)) {
    if (start) reader.take(cells, Number.POSITIVE_INFINITY, start.header)
    else if (head.push(cells) === headRows) start = begin()
  }
  start ??= begin()
  const { columns, ...found } = reader.found()
  nameColumns(columns, start.header ? (head[start.first_row - 1] ?? []) : [])
  return { ...found, columns, start, head: head.slice(0, maxHeadRows).map(asLine) }
}

function startOf(
  file: TableFile,
  head: readonly string[][],
  { first_row, header, country }: AnalysisChoices,
): TableStart {
  const found = file.kind === 'vcf' ? { first_row: 1, header: true } : tableStart(head, country)
  if (first_row !== undefined)
    return { first_row: Math.min(first_row, Math.max(1, head.length)), header: header ?? found.header }
  return { first_row: header === false ? 1 : found.first_row, header: header ?? found.header }
}

function asLine(cells: readonly string[]): string {
  const filled = cells.map(clean).filter((cell) => cell !== '')
  return cut(
    filled
      .slice(0, 4)
      .map((cell) => cut(cell, 24))
      .join(', '),
    80,
  )
}

/** Collects what is known of each column, row by row; `at` counts from the table's first row. */
function columnReader() {
  const columns: Column[] = []
  const telling = new Set<string>()
  let rows = 0
  let width = 0
  let unreadable = 0
  return {
    found: () => ({ columns, rows, width, telling, unreadable }),
    take(cells: readonly string[], at: number, header: boolean): void {
      if (at < 0) return
      if (cells.length > columns.length) widen(columns, cells.length)
      width = Math.max(width, cells.length)
      if (header && at === 0) return
      rows++
      for (let index = 0; index < cells.length && index < mostColumns; index++) {
        const cell = clean(cells[index] ?? '')
        const column = columns[index]
        if (cell === '' || !column) continue
        if (cell.includes('\ufffd')) unreadable++
        column.filled++
        const short = cell.length <= keptCharacters ? cell : copyOf(cut(cell, keptCharacters))
        if (column.cells.length < judgedCells) column.cells.push(short)
        if (column.distinct.size < countedDistinct) column.distinct.add(short)
        if (telling.size >= maxWords) continue
        const word = tellingWord(cell)
        if (word !== null) telling.add(word)
      }
    },
  }
}

/** A text of its own: a slice would keep the whole cell in memory. */
function copyOf(text: string): string {
  return Buffer.from(text).toString()
}

function widen(columns: Column[], to: number): void {
  while (columns.length < Math.min(to, mostColumns)) {
    columns.push({ name: '', cells: [], filled: 0, distinct: new Set() })
  }
}

/** Headers that are missing get a number, and those that occur twice too: a name stands for one column. */
function nameColumns(columns: Column[], header: readonly string[]): void {
  const taken = new Set<string>()
  for (const [at, column] of columns.entries()) {
    const plain = cut(clean(header[at] ?? ''), 100) || `Column ${at + 1}`
    let name = plain
    for (let again = 2; taken.has(name); again++) name = `${plain} (${again})`
    taken.add(name)
    column.name = name
  }
}

/** A word with a letter that looks wrong when the encoding is. */
function tellingWord(cell: string): string | null {
  if (/^[\u0020-\u007e]*$/.test(cell)) return null
  return (
    cell
      .split(/\s+/)
      .find((word) => word.length <= 30 && /[^\u0020-\u007e]/.test(word) && /\p{L}/u.test(word)) ?? null
  )
}
