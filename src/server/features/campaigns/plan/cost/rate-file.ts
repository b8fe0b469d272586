import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import {
  longestPriceFile,
  MarketPrice,
  PriceDay,
  type PriceList,
  PriceTier,
  RatedCategory,
} from '#contract/campaigns/prices.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import type { CsvCell } from '#server/platform/csv.ts'
import type { ExportRows } from '#server/platform/http/send-export.ts'
import { addPrices, findOwnList, getPriceList, refused, storeLines } from './own-list.ts'
import { marketIds, marketName, priceListCurrency, shippedLines } from './price-list.ts'
import type { RateLine } from './rate-lines.ts'

const columns = ['market', 'category', 'valid_from', 'valid_to', 'price', 'currency', 'above'] as const
const optional: readonly string[] = ['valid_to', 'above']
type Cells = Partial<Record<(typeof columns)[number], string>>

/** All prices with their days; what is written can be read again. */
export async function exportRates(app: App, businessId: number): Promise<ExportRows> {
  const own = await findOwnList(app, businessId)
  const currency = own?.currency ?? priceListCurrency
  const lines = (own?.lines ?? shippedLines).toSorted(
    (a, b) =>
      marketIds.indexOf(a.market) - marketIds.indexOf(b.market) ||
      RatedCategory.options.indexOf(a.category) - RatedCategory.options.indexOf(b.category) ||
      (a.from === b.from ? a.above - b.above : a.from < b.from ? -1 : 1),
  )
  return {
    columns: [...columns],
    rows: (async function* (): AsyncGenerator<CsvCell[]> {
      for (const { market, category, from, to, price, above } of lines)
        yield [market, category, from, to, price, currency, above || null]
    })(),
  }
}

/**
 * Adds the prices of a file; those of days before its first one stay, unless all are replaced.
 * @throws AppError `rule_broken`, with the first line that cannot be read.
 */
export async function importRates(
  app: App,
  businessId: number,
  { csv, replace_all: all = false }: { csv: string; replace_all?: boolean | undefined },
): Promise<PriceList> {
  const rows = readCells(csv)
  const lines = rows.map((cells, index) => lineOf(cells, index + 2))
  const currencies = [...new Set(rows.map(({ currency }) => currency?.trim().toUpperCase() ?? ''))]
  const [currency = ''] = currencies
  if (currencies.length !== 1 || !/^[A-Z]{3}$/.test(currency))
    throw refused(t('campaigns.prices.oneCurrency'), 'csv')
  const first = lines.reduce((day, { from }) => (from < day ? from : day), '9999-12-31')
  const other = (kept: string) => refused(t('campaigns.prices.otherThanFile', { currency: kept }), 'csv')
  await app.transaction((tx) =>
    all
      ? storeLines(tx, businessId, currency, lines)
      : addPrices(tx, businessId, { currency, lines, first, last: null, other }),
  )
  return await getPriceList(app, businessId)
}

function readCells(csv: string): Cells[] {
  let rows: Cells[]
  try {
    const [head = ''] = csv.split('\n', 1)
    rows = parse(csv, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      delimiter: head.includes(';') ? ';' : head.includes('\t') ? '\t' : ',',
      relax_column_count: true,
      skip_empty_lines: true,
    })
  } catch {
    throw refused(t('campaigns.prices.unreadable'), 'csv')
  }
  const missing = columns.filter((name) => !optional.includes(name) && !rows.some((row) => name in row))
  if (missing.length > 0) throw refused(t('campaigns.prices.columns', { names: missing.join(', ') }), 'csv')
  if (rows.length > longestPriceFile.rows)
    throw refused(t('campaigns.prices.tooMany', { count: longestPriceFile.rows }), 'csv')
  return rows
}

function lineOf(cells: Cells, row: number): RateLine {
  const cell = (name: (typeof columns)[number]): string => cells[name]?.trim() ?? ''
  const wrong = (name: (typeof columns)[number]) =>
    refused(t('campaigns.prices.cell', { row, column: name, value: cell(name) }), 'csv')
  const market = marketNamed(cell('market'))
  if (market === undefined) throw wrong('market')
  const category = RatedCategory.safeParse(cell('category').toLowerCase().replace(/[ -]/g, '_'))
  if (!category.success) throw wrong('category')
  const from = PriceDay.safeParse(cell('valid_from'))
  if (!from.success) throw wrong('valid_from')
  const to = PriceDay.nullable().safeParse(cell('valid_to') || null)
  if (!to.success) throw wrong('valid_to')
  const price = MarketPrice.shape.marketing.safeParse(Number(cell('price').replace(',', '.') || Number.NaN))
  if (!price.success) throw wrong('price')
  const above = PriceTier.shape.above.or(z.literal(0)).safeParse(Number(cell('above')))
  if (!above.success) throw wrong('above')
  return {
    market,
    category: category.data,
    from: from.data,
    to: to.data,
    above: above.data,
    price: price.data,
  }
}

/** By the list's own word, or by the name that people read. */
function marketNamed(name: string): string | undefined {
  const folded = name.toLowerCase()
  return marketIds.find((id) => id.toLowerCase() === folded || marketName(id).toLowerCase() === folded)
}
