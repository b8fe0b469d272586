import { languages } from '#contract/messages/language.ts'
import { inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'

/** The columns of a file of posts, in the order of the empty file. */
export const columnKeys = [
  'date',
  'time',
  'zone',
  'accounts',
  'caption',
  'media',
  'link',
  'firstComment',
] as const
export type ColumnKey = (typeof columnKeys)[number]
export type Cells = Record<ColumnKey, string>

const neededColumns: readonly ColumnKey[] = ['date', 'time', 'accounts', 'caption']

/** The names of the columns in the reader's language. */
export const columnNames = (): string[] => columnKeys.map((key) => t(`social.planning.import.columns.${key}`))

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()

/** Which column is where: by its name in any of our languages, in any order. */
export function findColumns(header: readonly string[]): Map<ColumnKey, number> {
  const keyOf = new Map<string, ColumnKey>()
  for (const language of languages) {
    inLanguage(language, () => {
      for (const key of columnKeys) keyOf.set(plain(t(`social.planning.import.columns.${key}`)), key)
    })
  }
  const found = new Map<ColumnKey, number>()
  for (const [index, name] of header.entries()) {
    const key = keyOf.get(plain(name.replace(/^\uFEFF/, '')))
    if (key && !found.has(key)) found.set(key, index)
  }
  const missing = neededColumns.find((key) => !found.has(key))
  if (missing) {
    const column = t(`social.planning.import.columns.${missing}`)
    throw new AppError('rule_broken', t('social.planning.import.columnMissing', { column }))
  }
  return found
}

/** Exports write an apostrophe before what a spreadsheet would run as a formula: it is no part of the text. */
const disarmed = /^'(?=[=+\-@])/

export function cellsOf(row: readonly string[], columns: ReadonlyMap<ColumnKey, number>): Cells {
  const entries = columnKeys.map((key): [ColumnKey, string] => {
    const index = columns.get(key)
    const cell = index === undefined ? '' : (row[index] ?? '')
    return [key, cell.toWellFormed().replaceAll('\0', '').trim().replace(disarmed, '')]
  })
  return Object.fromEntries(entries) as Cells
}
