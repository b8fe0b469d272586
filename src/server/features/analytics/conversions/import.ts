import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { ConversionInput, longestImport } from '#contract/analytics/conversions.ts'
import { currencyDigits } from '#contract/text/formats.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { attribute } from './attribute.ts'
import { insert, type Judged, judge, refundProblem } from './record.ts'

type Imported = {
  added: number
  known: number
  refused: { row: number; reason: string }[]
  refused_count: number
}

const shown = 100
const needed = ['key', 'event', 'phone'] as const

/** Records the rows of a file; the first line names the columns. A row that cannot be read is told, the others count. */
export async function importConversions(app: App, businessId: number, csv: string): Promise<Imported> {
  const { rows, delimiter } = readRows(csv)
  const { country } = await getBusiness(app, businessId)
  const refused: Imported['refused'] = []
  const good: { row: number; judged: Judged; timeless: boolean }[] = []
  const keys = new Set<string>()
  for (const [index, cells] of rows.entries()) {
    const row = index + 2
    const value = (name: string): string | undefined => cells[name]?.trim() || undefined
    const input = ConversionInput.safeParse({
      key: value('key') ?? '',
      event: value('event') ?? '',
      phone: value('phone'),
      value: value('value'),
      currency: value('currency')?.toUpperCase(),
      at: value('time'),
      refund_of: value('refund_of'),
    })
    if (!input.success) {
      refused.push({ row, reason: input.error.issues[0]?.message ?? t('analytics.conversions.unreadable') })
      continue
    }
    const judged = judge(app, input.data, country)
    if ('field' in judged) refused.push({ row, reason: judged.reason })
    else if (delimiter === ';' && isGrouped(value('value'), judged.currency))
      refused.push({ row, reason: t('analytics.conversions.thousands') })
    else if (keys.has(judged.key))
      refused.push({ row, reason: t('analytics.conversions.taken', { key: judged.key }) })
    else {
      keys.add(judged.key)
      good.push({
        row,
        judged: { ...judged, address: judged.address! },
        timeless: input.data.at === undefined,
      })
    }
  }
  const { refused: refusedHere, ...counts } = await app.transaction(async (tx) => {
    const rowOf = new Map(good.map(({ row, judged }) => [judged.key, row]))
    const found = { added: 0, known: 0, refused: [] as typeof refused }
    const take = async (some: typeof good): Promise<void> => {
      for (const timeless of [false, true]) {
        const set = some.filter((one) => one.timeless === timeless).map(({ judged }) => judged)
        if (set.length === 0) continue
        for (const { key, state } of await insert(tx, businessId, set, {
          source: 'csv',
          anyTime: timeless,
        })) {
          if (state === 'differs') {
            const reason = t('analytics.conversions.taken', { key })
            found.refused.push({ row: rowOf.get(key)!, reason })
          } else found[state]++
        }
      }
    }
    await take(good.filter(({ judged }) => judged.refund_of === null))
    // A refund may be of a purchase of the same file.
    for (const one of good.filter(({ judged }) => judged.refund_of !== null)) {
      const problem = await refundProblem(tx, businessId, one.judged)
      if (problem) found.refused.push({ row: one.row, reason: problem })
      else await take([one])
    }
    await attribute(tx, sql`o.business_id = ${businessId} and o.key = any(${[...keys]}::text[])`)
    return found
  })
  refused.push(...refusedHere)
  refused.sort((a, b) => a.row - b.row)
  return { ...counts, refused: refused.slice(0, shown), refused_count: refused.length }
}

/** `1.200` is 1200 where cells are parted by semicolons, unless the currency has three decimals. */
const isGrouped = (value: string | undefined, currency: string | null): boolean =>
  currency !== null && currencyDigits(currency) < 3 && /^-?[1-9]\d{0,2}\.\d{3}$/.test(value ?? '')

function readRows(csv: string): { rows: Record<string, string>[]; delimiter: string } {
  let rows: Record<string, string>[]
  const [head = ''] = csv.split('\n', 1)
  const delimiter = head.includes(';') ? ';' : head.includes('\t') ? '\t' : ','
  try {
    rows = parse(csv, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
    })
  } catch {
    throw new AppError('rule_broken', t('analytics.conversions.unreadable'))
  }
  if (rows.length > longestImport.rows)
    throw new AppError('rule_broken', t('analytics.conversions.tooMany', { count: longestImport.rows }))
  const missing = needed.filter((name) => !rows.some((row) => name in row))
  if (missing.length > 0)
    throw new AppError('rule_broken', t('analytics.conversions.columns', { names: missing.join(', ') }))
  return { rows, delimiter }
}
