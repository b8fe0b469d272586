import { MarketPrice, RatedCategory } from '#contract/campaigns/prices.ts'
import { t } from '#server/messages/t.ts'
import { refused } from './own-list.ts'
import type { RateLine } from './rate-lines.ts'
import { marketReader } from './rate-markets.ts'
import { currencyOf, priceOf, volumesOf } from './rate-numbers.ts'
import { type Table, type TableRow, wrongCell } from './rate-table.ts'

/** What a file of Meta says, without days. `unknown`: names of markets that the product has no numbers of. */
export type MetaPrices = {
  kind: 'matrix' | 'volumes'
  currency: string
  prices: Omit<RateLine, 'from' | 'to'>[]
  unknown: string[]
}

/** The words that name a column, the first that is there. */
const find = (columns: readonly string[], words: readonly string[], not: readonly string[] = []) =>
  columns.find((column) => {
    const parts = column.split('_')
    return parts.some((part) => words.includes(part)) && !parts.some((part) => not.includes(part))
  })

const categoryOf = (name: string): RatedCategory | undefined =>
  RatedCategory.safeParse(name.toLowerCase().replace(/[ -]+/g, '_')).data

/**
 * Reads the two kinds of file that Meta gives: a row for each market with a column for each category, and one for prices
 * of larger volumes with a row for each market, category and volume. The second one's columns are not verified, so they are
 * found by the words in their names. Undefined for any other file.
 */
export function readMetaFile(table: Table): MetaPrices | undefined {
  const { columns } = table
  const market = find(columns, ['market', 'country', 'region'])
  if (market === undefined || columns.includes('valid_from')) return undefined
  const category = find(columns, ['category', 'type'])
  if (category === undefined)
    return columns.includes('marketing') ? readRows(table, market, 'matrix', matrixPrices) : undefined
  const volume = {
    category,
    from: find(columns, ['from', 'start', 'min', 'minimum', 'above', 'lower']),
    to: find(columns, ['to', 'end', 'max', 'maximum', 'upper']),
    range: find(columns, ['tier', 'tiers', 'volume', 'range', 'messages'], ['rate', 'price']),
    price: find(columns, ['rate', 'price'], ['discount', 'category', 'type']),
  }
  if (volume.price === undefined || (volume.from ?? volume.range) === undefined) return undefined
  return readRows(table, market, 'volumes', volumePrices(volume))
}

type Read = (table: Table, rows: readonly { market: string; row: TableRow }[]) => MetaPrices['prices']

function readRows(table: Table, column: string, kind: MetaPrices['kind'], read: Read): MetaPrices {
  const marketOf = marketReader()
  // Notes below the table have one cell.
  const rows = table.rows.filter(
    (row) =>
      row.cell(column) !== '' && table.columns.some((name) => name !== column && row.cell(name) !== ''),
  )
  const known = rows.flatMap((row) => {
    const market = marketOf(row.cell(column))
    return market === undefined ? [] : [{ market, row }]
  })
  const currencies = new Set(known.map(({ row }) => currencyOf(row.cell('currency'))))
  const [currency] = currencies
  if (currencies.size !== 1 || currency === undefined) throw refused(t('campaigns.prices.oneCurrency'), 'csv')
  const unknown = rows.map((row) => row.cell(column)).filter((name) => marketOf(name) === undefined)
  return { kind, currency, prices: read(table, known), unknown: [...new Set(unknown)] }
}

function knownPrice(row: TableRow, column: string, { delimiter }: Table): number | null {
  const price = priceOf(row.cell(column), delimiter)
  if (price !== null && !MarketPrice.shape.marketing.safeParse(price).success) throw wrongCell(row, column)
  return price
}

const matrixPrices: Read = (table, rows) =>
  rows.flatMap(({ market, row }) =>
    RatedCategory.options.flatMap((category) => {
      const price = knownPrice(row, category, table)
      return price === null ? [] : [{ market, category, above: 0, price }]
    }),
  )

type VolumeColumns = {
  category: string
  from: string | undefined
  to: string | undefined
  range: string | undefined
  price: string | undefined
}

function volumePrices(columns: VolumeColumns): Read {
  return (table, rows) => {
    const tiers = rows.flatMap(({ market, row }) => {
      const category = categoryOf(row.cell(columns.category))
      if (category === undefined) throw wrongCell(row, columns.category)
      const price = knownPrice(row, columns.price ?? '', table)
      const [low, high] =
        columns.from === undefined
          ? volumesOf(row.cell(columns.range ?? ''))
          : [volumesOf(row.cell(columns.from))[0], volumesOf(row.cell(columns.to ?? ''))[0]]
      if (low === undefined) throw wrongCell(row, columns.from ?? columns.range ?? '')
      return price === null ? [] : [{ market, category, low, high: high ?? null, price }]
    })
    const groups = Map.groupBy(tiers, ({ market, category }) => `${market} ${category}`)
    return [...groups.values()].flatMap((group) => {
      const sorted = group.toSorted((a, b) => a.low - b.low)
      return sorted.map(({ market, category, low, price }, at) => {
        // Lists begin at 0 or at 1, and a tier begins at the end of the one before it or at the message after it.
        const begin = low % 10 === 1 ? low - 1 : low
        return { market, category, above: at === 0 ? begin : (sorted[at - 1]?.high ?? begin), price }
      })
    })
  }
}
