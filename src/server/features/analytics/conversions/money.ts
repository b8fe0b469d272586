import { currencyDigits } from '#contract/text/formats.ts'

/** A decimal number in the smallest unit of a currency; null where it has more decimals than the currency. */
export function smallestUnits(value: string | number, currency: string): number | null {
  const digits = currencyDigits(currency)
  const text = typeof value === 'number' ? plainText(value) : value
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!parts) return null
  const [, sign, whole, fraction = ''] = parts
  const rest = fraction.slice(digits)
  if (/[1-9]/.test(rest)) return null
  const units = Number(`${whole}${fraction.slice(0, digits).padEnd(digits, '0')}`)
  if (!Number.isSafeInteger(units)) return null
  return units === 0 ? 0 : sign === '-' ? -units : units
}

/** Without an exponent. */
function plainText(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(4).replace(/\.?0+$/, '') : text
}
