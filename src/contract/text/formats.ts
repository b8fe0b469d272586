/**
 * Formats of Intl are made once for each language and set of options: making one takes up to a millisecond and memory
 * that is given back late, and a list needs several for each row.
 */
function kept<Options, Format>(make: (locale: string, options: Options) => Format) {
  const formats = new Map<string, Format>()
  return (locale: string, options: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`
    const found = formats.get(key)
    if (found) return found
    // More than any install has of languages and zones: what asks for others must not fill the memory.
    if (formats.size >= mostKept) formats.clear()
    const format = make(locale, options)
    formats.set(key, format)
    return format
  }
}
const mostKept = 500

export const dateFormat = kept(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
export const listFormat = kept(
  (locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
)
export const numberFormat = kept(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)
export const namesOf = kept(
  (locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options),
)

/** How many digits an amount of a currency has behind the point. */
export const currencyDigits = (currency: string): number =>
  numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
