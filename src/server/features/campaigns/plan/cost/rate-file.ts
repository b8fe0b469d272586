import { z } from 'zod'
import {
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
import { type MetaPrices, readMetaFile } from './meta-files.ts'
import {
  type AddedPrices,
  addPrices,
  findOwnList,
  getPriceList,
  linesBefore,
  lockOwnList,
  refused,
  storeLines,
} from './own-list.ts'
import { marketIds, priceListCurrency, shippedLines } from './price-list.ts'
import { dayAfter, periodsOf, type RateLine } from './rate-lines.ts'
import { marketReader } from './rate-markets.ts'
import { readTable, type TableRow, wrongCell } from './rate-table.ts'

const columns = ['market', 'category', 'valid_from', 'valid_to', 'price', 'currency', 'above'] as const
const optional: readonly string[] = ['valid_to', 'above']

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

type PriceFile = { csv: string; valid_from?: string | null | undefined; replace_all?: boolean | undefined }

/**
 * Adds the prices of a file: one as `exportRates` writes it, or one of Meta's, which has no days.
 * @returns the list, and the names of markets that were left out because no numbers of theirs are known
 * @throws AppError `rule_broken`, with the first line that cannot be read.
 */
export async function importRates(
  app: App,
  businessId: number,
  file: PriceFile,
): Promise<{ list: PriceList; unknown: string[] }> {
  const table = readTable(file.csv)
  const meta = readMetaFile(table)
  if (meta) return await importMeta(app, businessId, meta, file)
  const missing = columns.filter((name) => !optional.includes(name) && !table.columns.includes(name))
  if (missing.length > 0) throw refused(t('campaigns.prices.columns', { names: missing.join(', ') }), 'csv')
  const marketOf = marketReader()
  const lines = table.rows.map((row) => lineOf(row, marketOf))
  const currencies = [...new Set(table.rows.map(({ cell }) => cell('currency').toUpperCase()))]
  const [currency = ''] = currencies
  if (currencies.length !== 1 || !/^[A-Z]{3}$/.test(currency))
    throw refused(t('campaigns.prices.oneCurrency'), 'csv')
  const first = lines.reduce((day, { from }) => (from < day ? from : day), '9999-12-31')
  await app.transaction(async (tx) => {
    await lockOwnList(tx, businessId)
    if (file.replace_all) await storeLines(tx, businessId, currency, lines)
    else await addPrices(tx, businessId, { currency, lines, first, last: null, other })
  })
  return { list: await getPriceList(app, businessId), unknown: [] }
}

const other = (kept: string) => refused(t('campaigns.prices.otherThanFile', { currency: kept }), 'csv')

/**
 * A list of Meta holds from the day that the owner says until the next prices that there are. Prices of larger volumes
 * change only the markets and categories that they name.
 */
async function importMeta(
  app: App,
  businessId: number,
  { kind, currency, prices, unknown }: MetaPrices,
  { valid_from: first, replace_all: all = false }: PriceFile,
): Promise<{ list: PriceList; unknown: string[] }> {
  if (!first) throw refused(t('campaigns.prices.firstDay'), 'valid_from')
  const isMatrix = kind === 'matrix'
  await app.transaction(async (tx) => {
    const own = await lockOwnList(tx, businessId)
    const periods = periodsOf(linesBefore(own, currency))
    if (!isMatrix && !periods.some(({ from, to }) => from <= first && (to === null || first <= to)))
      throw refused(t('campaigns.prices.noList'), 'csv')
    const next = own && periods.find(({ from }) => from > first)?.from
    const last = next === undefined || (isMatrix && all) ? null : dayAfter(next, -1)
    const lines = prices.map((price) => ({ ...price, from: first, to: last }))
    if (isMatrix && all) return await storeLines(tx, businessId, currency, lines)
    const replaced: AddedPrices['replaced'] = ({ market, category, above }) =>
      prices.some(
        (price) => price.market === market && price.category === category && (above > 0 || price.above === 0),
      )
    const only = isMatrix ? {} : { replaced }
    await addPrices(tx, businessId, { currency, lines, first, last, other, ...only })
  })
  return { list: await getPriceList(app, businessId, first), unknown }
}

function lineOf(row: TableRow, marketOf: (name: string) => string | undefined): RateLine {
  const { cell } = row
  const wrong = (name: (typeof columns)[number]) => wrongCell(row, name)
  const market = marketOf(cell('market'))
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
