const countries: readonly (readonly [prefix: string, country: string])[] = [
  ['91', 'IN'],
  ['1', 'US'],
  ['44', 'GB'],
  ['49', 'DE'],
  ['33', 'FR'],
  ['34', 'ES'],
  ['52', 'MX'],
  ['55', 'BR'],
  ['62', 'ID'],
  ['971', 'AE'],
  ['966', 'SA'],
  ['234', 'NG'],
]

/**
 * The business-scoped user id of a person: country, dot, and digits from which the sandbox can tell the number
 * again, so that a message can be sent to it.
 */
export function userId(digits: string, wabaId: string): string {
  let country = 'ZZ'
  for (const [prefix, code] of countries) {
    if (digits.startsWith(prefix)) {
      country = code
      break
    }
  }
  let turned = ''
  for (let index = digits.length - 1; index >= 0; index--) turned += digits[index]
  return `${country}.1${wabaId.slice(-4)}${turned}`
}

/** The number a business-scoped user id of ours stands for. */
export function digitsInUserId(id: string): string {
  const body = id.slice(id.indexOf('.') + 6)
  return [...body].reverse().join('')
}
