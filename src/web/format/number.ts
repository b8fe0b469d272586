/** Numbers are grouped as the reader's browser groups them; `locale` is for tests. */
export function formatNumber(value: number, locale?: string): string {
  return new Intl.NumberFormat(locale).format(value)
}

/** `10,531 people`, `1 person`. */
export function counted(value: number, one: string, many: string, locale?: string): string {
  return `${formatNumber(value, locale)} ${value === 1 ? one : many}`
}

/** A share as a percentage: without decimals from 10 up, one below; `–` where there is nothing to divide by. */
export function formatPercent(part: number, whole: number, locale?: string): string {
  if (whole <= 0) return '–'
  const percent = (part / whole) * 100
  // 99.6 % of the people is not everybody, and one in a thousand is not nobody.
  const rounded = percent < 100 && percent > 99 ? Math.floor(percent) : percent
  const digits = rounded >= 10 || rounded === 0 ? 0 : 1
  if (part > 0 && rounded < 0.1) return `under ${new Intl.NumberFormat(locale).format(0.1)}%`
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(rounded)}%`
}

/** `19.6 a second`; below one, `30 a minute`. */
export function formatRate(perSecond: number, locale?: string): string {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return perSecond >= 1 || perSecond === 0
    ? `${number.format(perSecond)} a second`
    : `${number.format(perSecond * 60)} a minute`
}

/** Money with its sign; whole units from 100 up. `about` for an estimate. */
export function formatMoney(
  amount: number,
  currency: string,
  options: { about?: boolean; locale?: string } = {},
): string {
  const digits = Math.abs(amount) >= 100 ? 0 : 2
  const text = new Intl.NumberFormat(options.locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount)
  return options.about ? `about ${text}` : text
}

/** `12 kB`, `5.2 MB`. */
export function formatBytes(bytes: number, locale?: string): string {
  const units = ['bytes', 'kB', 'MB', 'GB']
  let value = bytes
  let unit = 0
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 }).format(value)} ${units[unit]}`
}
