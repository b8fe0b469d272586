import { currentLocale } from '#contract/messages/language.ts'
import { currencyDigits, numberFormat } from '#contract/text/formats.ts'
import { t } from '../messages/t.ts'

/** Numbers are grouped as in the reader's locale; `locale` is for tests. */
export function formatNumber(value: number, locale = currentLocale()): string {
  return numberFormat(locale, {}).format(value)
}

/** An estimate, by the two digits that count: `about 61,000`. */
export const aboutNumber = (value: number): string =>
  t('format.about', { amount: formatNumber(Number(value.toPrecision(2))) })

/** A factor such as an exchange rate, with six digits that count. */
export function formatExact(value: number, locale = currentLocale()): string {
  return numberFormat(locale, { maximumSignificantDigits: 6 }).format(value)
}

/** `10,531 people`, `1 person`. */
export function counted(value: number, one: string, many: string, locale = currentLocale()): string {
  return `${formatNumber(value, locale)} ${value === 1 ? one : many}`
}

/** A share as a percentage: without decimals from 10 up, one below; `–` where there is nothing to divide by. */
export function formatPercent(part: number, whole: number, locale = currentLocale()): string {
  if (whole <= 0) return '–'
  const percent = (part / whole) * 100
  // 99.6 % of the people is not everybody, and one in a thousand is not nobody.
  const rounded = percent < 100 && percent > 99 ? Math.floor(percent) : percent
  const digits = rounded >= 10 || rounded === 0 ? 0 : 1
  const percentOf = (value: number) =>
    numberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(value / 100)
  return part > 0 && rounded < 0.1
    ? t('format.underPercent', { percent: percentOf(0.1) })
    : percentOf(rounded)
}

/** `19.6 a second`; below one, `30 a minute`. */
export function formatRate(perSecond: number, locale = currentLocale()): string {
  const number = numberFormat(locale, { maximumFractionDigits: 1 })
  return perSecond >= 1 || perSecond === 0
    ? t('format.perSecond', { rate: number.format(perSecond) })
    : t('format.perMinute', { rate: number.format(perSecond * 60) })
}

/** Money with its sign; whole units from 100 up, four digits or more where it is less than one. `about` for an estimate. */
export function formatMoney(
  amount: number,
  currency: string,
  options: { about?: boolean; locale?: string } = {},
): string {
  const digits = Math.abs(amount) >= 100 ? 0 : 2
  // Two digits count at least: an answer of a chatbot may cost a tenth of a cent.
  const small = amount === 0 ? 4 : Math.min(8, Math.max(4, 1 - Math.floor(Math.log10(Math.abs(amount)))))
  const text = numberFormat(options.locale ?? currentLocale(), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: Math.abs(amount) < 1 ? small : digits,
  }).format(amount)
  return options.about ? t('format.about', { amount: text }) : text
}

/** A price with all its digits. */
export function formatPrice(amount: number, currency: string, locale = currentLocale()): string {
  return numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(amount)
}

/**
 * Amounts in the smallest units of their currencies, side by side: they are never added up. A currency that only another
 * period has, with nothing in this one, is left out.
 */
export function formatAmounts(amounts: readonly { currency: string; amount: number }[]): string {
  const some = amounts.filter(({ amount }) => amount !== 0)
  return (
    (some.length > 0 ? some : amounts)
      .map(({ currency, amount }) => formatMoney(amount / 10 ** currencyDigits(currency), currency))
      .join(' + ') || '–'
  )
}

/** `12 kB`, `5.2 MB`. */
export function formatBytes(bytes: number, locale = currentLocale()): string {
  const units = ['bytes', 'kilobytes', 'megabytes', 'gigabytes'] as const
  let value = bytes
  let unit = 0
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  const number = numberFormat(locale, { maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 })
  return t(`format.${units[unit] ?? 'bytes'}`, { amount: number.format(value) })
}
