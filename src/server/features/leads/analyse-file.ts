import type { Delimiter, Encoding, ImportAnalysis, ImportSettings } from '#contract/lead-imports.ts'
import { type ColumnFacts, looksLikeHeader, suggestRoles } from './column-roles.ts'
import { clean, cut } from './row-reader.ts'
import { delimiterOf, encodingOf, rowsOf, type TableFile, UnreadableFile } from './table-file.ts'

/** What the person chose; what is absent is found by reading the file. */
export type AnalysisChoices = {
  encoding?: Encoding
  delimiter?: Delimiter
  header?: boolean
  country: string
}

export type Analysed = { settings: ImportSettings; analysis: ImportAnalysis; quoted: boolean }

const mostColumns = 500
/** Cells of a column that are looked at to tell what it is. */
const judgedCells = 200
const shownSamples = 2
const countedDistinct = 100
/** Of each cell that is kept while the file is read. */
const keptCharacters = 200

/** Reads a file whole and says what is in it. Nothing is kept of it but samples. */
export async function analyseFile(
  path: string,
  kind: 'csv' | 'xlsx',
  choices: AnalysisChoices,
): Promise<Analysed> {
  const encoding = kind === 'xlsx' ? 'utf-8' : (choices.encoding ?? (await encodingOf(path)))
  const delimiter = kind === 'xlsx' ? ',' : (choices.delimiter ?? (await delimiterOf(path, encoding)))
  const file: TableFile = { path, kind, encoding, delimiter, quoted: true }
  const notes: string[] = []
  let found: Found
  try {
    found = await read(file, choices, (sentence) => notes.push(sentence))
  } catch (error) {
    if (!(error instanceof UnreadableFile) || kind === 'xlsx') throw error
    // A lone quote somewhere: read again with quotes as plain characters, and say so.
    file.quoted = false
    found = await read(file, choices)
    notes.push('A quote in this file is never closed, so quotes are read as plain characters.')
  }
  if (found.columns.length === 0) throw new UnreadableFile('There are no rows in this file.')
  if (found.rows === 0) notes.push('There is nothing below the first row.')
  const facts = found.columns.map(
    (column): ColumnFacts => ({ name: column.name, filled: column.filled, cells: column.cells }),
  )
  const roles = suggestRoles(facts, { header: found.header, country: choices.country })
  return {
    quoted: file.quoted,
    settings: { encoding, delimiter, header: found.header, country: choices.country, columns: roles },
    analysis: {
      rows: found.rows,
      columns: found.columns.map(({ name, cells, filled, distinct }, at) => ({
        name,
        samples: cells.slice(0, shownSamples).map((cell) => cut(cell, 120)),
        filled,
        distinct: distinct.size,
        suggested: roles[at] ?? 'attribute',
      })),
      telling: found.telling,
      notes,
    },
  }
}

type Column = { name: string; cells: string[]; filled: number; distinct: Set<string> }
type Found = { header: boolean; columns: Column[]; rows: number; telling: string | null }

async function read(
  file: TableFile,
  choices: AnalysisChoices,
  onNote?: (sentence: string) => void,
): Promise<Found> {
  const columns: Column[] = []
  let header: boolean | undefined = choices.header
  let rows = 0
  let telling: string | null = null
  let first: string[] | undefined
  for await (const cells of rowsOf(file, onNote)) {
    if (!first) {
      first = cells
      header ??= looksLikeHeader(cells, choices.country)
      if (header) {
        widen(columns, cells.length)
        continue
      }
    }
    rows++
    if (cells.length > columns.length) widen(columns, cells.length)
    for (let at = 0; at < cells.length && at < mostColumns; at++) {
      const cell = clean(cells[at] ?? '')
      const column = columns[at]
      if (cell === '' || !column) continue
      column.filled++
      const short = cell.length <= keptCharacters ? cell : copyOf(cut(cell, keptCharacters))
      if (column.cells.length < judgedCells) column.cells.push(short)
      if (column.distinct.size < countedDistinct) column.distinct.add(short)
      telling ??= tellingWord(cell)
    }
  }
  nameColumns(columns, header ? (first ?? []) : [])
  return { header: header ?? true, columns, rows, telling }
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
