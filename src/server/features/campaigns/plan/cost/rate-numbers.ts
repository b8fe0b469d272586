/** Signs that price lists use in place of a currency's code. */
const signs: Record<string, string> = {
  $US: 'USD',
  US$: 'USD',
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  R$: 'BRL',
}

/** `$US`, `USD` or `US Dollar (USD)`; undefined where it tells no currency. */
export function currencyOf(cell: string): string | undefined {
  const typed = cell.trim().toUpperCase()
  return signs[typed] ?? /(?<![A-Z])[A-Z]{3}(?![A-Z])/.exec(typed)?.[0]
}

/**
 * A price as lists write it: `$0.0411`, `1,234.50`, and `0,0411` where semicolons part the cells. `n/a`, a dash and an
 * empty cell are null: no price is known. NaN for anything else.
 */
export function priceOf(cell: string, delimiter: string): number | null {
  const bare = cell.replace(/[\p{Sc}\s]/gu, '').replace(/^[A-Z]{1,3}(?=\d)/, '')
  if (/^(n\/?a|[-–—]*)$/i.test(bare)) return null
  if (/^free$/i.test(bare)) return 0
  const isDecimal = !bare.includes('.') && (delimiter !== ',' || /^0,/.test(bare))
  const plain = isDecimal ? bare.replace(',', '.') : bare.replaceAll(',', '')
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN
}

/** The whole numbers of a cell: `100,001 – 500,000` has two, `Unlimited` none. */
export const volumesOf = (cell: string): number[] =>
  [...cell.matchAll(/\d{1,3}(?:[,.' \u00a0\u202f]\d{3})+(?!\d)|\d+/g)].map(([digits]) =>
    Number(digits.replace(/\D/g, '')),
  )
