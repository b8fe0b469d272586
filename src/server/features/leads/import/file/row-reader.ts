import type { ColumnRole } from '#contract/leads/imports.ts'
import type { Said } from '../../consent/cells/read-consent.ts'
import { statedReader } from '../../consent/cells/stated.ts'
import { type CustomField, fieldNamed, readFieldValue } from '../../fields/field-value.ts'
import { ownerOf } from '../../phone/column-owner.ts'
import { countryReader, type RowCountry } from '../../phone/country-of.ts'
import { mobileFirst, readPhones, type Unreadable } from '../../phone/phone.ts'
import type { IncomingLead } from '../../records/merge.ts'
import { splitTags } from '../../records/tag-cell.ts'
import { isEmail } from './column-roles.ts'

/** `stated`: what the row itself says about consent; absent where the file's owner speaks for it. */
type RowReading = { lead: IncomingLead; stated?: Said } | { skipped: 'blank' } | { rejected: Unreadable }

type RowReaderOptions = {
  columns: readonly ColumnRole[]
  /** The columns' names, for attributes. */
  names: readonly string[]
  country: string
  /** By whose clock times without a zone are read; UTC where left out. */
  zone?: string | undefined
  /** For every row. */
  tag: string | null
  /** For rows that say nothing themselves. */
  consent: 'opted_in' | 'none'
  /** The business's own: columns of their names have values of their kinds. */
  fields?: readonly CustomField[] | undefined
  /** Called for each cell that is none of its field's kind; it is left out. */
  onUnfit?: ((column: number, cell: string) => void) | undefined
}

const longestName = 200
const longestAttribute = 1000
const longestTag = 60
const mostTags = 20

/** Builds the function that makes a lead of a row's cells. It knows no database; it decides row by row. */
export function rowReader(options: RowReaderOptions): (cells: readonly string[]) => RowReading {
  const at = (role: ColumnRole): number[] =>
    options.columns.flatMap((played, column) => (played === role ? [column] : []))
  const phones = at('phone').map((column) => ({ column, rank: rankOf(options.names[column] ?? '') }))
  phones.sort((one, other) => one.rank - other.rank)
  const names = at('name')
  const firstNames = at('first_name')
  const lastNames = at('last_name')
  const emails = at('email')
  const tagColumns = at('tag')
  const attributes = at('attribute').map((column) => ({
    column,
    field: fieldNamed(options.fields ?? [], options.names[column] ?? ''),
  }))
  const readStated = statedReader(options)
  const countryOfRow = countryReader(options.columns, options.country)

  return (cells) => {
    if (cells.every((cell) => cell.trim() === '')) return { skipped: 'blank' }
    const cell = (column: number): string => legible(clean(cells[column] ?? ''))
    const numbers = readNumbers(
      phones.map(({ column, rank }) => ({ cell: cells[column] ?? '', rank })),
      countryOfRow(cells),
    )
    if ('problem' in numbers) return { rejected: numbers }
    const [phone = '', ...others] = numbers.phones
    const extra: Record<string, string> = {}
    for (const { column, field } of attributes) {
      const value = field ? readFieldValue(field, cell(column)) : cell(column)
      if (value === null) options.onUnfit?.(column, cell(column))
      else keep(extra, field?.name ?? options.names[column], value)
    }
    let email: string | null = null
    for (const column of emails) {
      const text = cell(column)
      if (isEmail(text)) email ??= text.toLowerCase()
      else keep(extra, options.names[column], text)
    }
    if (others.length > 0) extra['Other phones'] = others.join(', ')
    const whole = joined(names.map(cell))
    const stated = readStated(cell)
    return {
      lead: {
        name: cut(whole || joined([...firstNames, ...lastNames].map(cell)), longestName),
        phone,
        email,
        tags: tagsOf(tagColumns.map(cell), options.tag),
        attributes: extra,
        consent: stated?.consent ?? options.consent,
        consent_at: stated?.at ?? null,
      },
      ...(stated && { stated }),
    }
  }
}

const ranks = { customer: 1, plain: 2, near: 3, another: 4 } as const

/** Of phone columns: the person's own before those of others, and before all what is said to be on WhatsApp. */
function rankOf(name: string): number {
  const owner = ownerOf(name)
  const isOwn = owner === 'customer' || owner === 'plain'
  return isOwn && /whats ?app|\bwa\b/i.test(name) ? 0 : ranks[owner]
}

/** The numbers of all phone columns; the first is the lead's: of the best columns, there a mobile before others. */
function readNumbers(
  cells: readonly { cell: string; rank: number }[],
  { country, stated }: RowCountry,
): { phones: string[] } | Unreadable {
  const byRank: string[][] = []
  let why: Unreadable = { problem: 'empty' }
  for (const { cell, rank } of cells) {
    const reading = readPhones(cell, country, stated)
    if ('phones' in reading) byRank[rank] = [...(byRank[rank] ?? []), ...reading.phones]
    else if (why.problem === 'empty') why = reading
  }
  const phones = byRank.flatMap((found, rank) => (rank === 0 ? found : mobileFirst(found)))
  return phones.length === 0 ? why : { phones: [...new Set(phones)] }
}

// Nothing to remove, as in nearly every cell.
const plain = /^[\u0020-\u0026\u0028-\u007e\u00a0-\ud7ff\ue000-\ufefe]*$/

/** Cells as people see them: no control characters, no quote that only kept Excel from calculating. */
export function clean(cell: string): string {
  if (plain.test(cell)) return cell.trim()
  return (
    cell
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed; PostgreSQL's text takes no NUL.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff]/g, '')
      .replace(/^'(?=[=+\-@])/, '')
      // Half a character, as broken UTF-16 has them, is none: neither UTF-8 nor jsonb can hold it.
      .toWellFormed()
      .trim()
  )
}

/** A text with signs that could not be decoded is none: it would be sent to people as it is. */
function legible(text: string): string {
  return text.includes('\ufffd') ? '' : text
}

/** The first so many characters, never half of one at the end. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

function joined(parts: readonly string[]): string {
  return parts.join(' ').replace(/\s+/g, ' ').trim()
}

function keep(attributes: Record<string, string>, name: string | undefined, value: string): void {
  if (name && value !== '') attributes[name] = cut(value, longestAttribute)
}

/** Tags of cells, and the file's tag last: it is the newest. */
function tagsOf(cells: readonly string[], fileTag: string | null): string[] {
  if (cells.length === 0) return fileTag === null ? [] : [fileTag]
  const own = cells.flatMap((cell) => splitTags(cell).map((tag) => cut(tag, longestTag).trim()))
  const tags = [...new Set(own)].filter((tag) => tag !== fileTag).slice(0, mostTags)
  return fileTag === null ? tags : [...tags, fileTag]
}
