import { t } from '../messages/t.ts'

/**
 * Printing of phone numbers: `+91 98230 41576`. Only for the eye, so a table of the groups that people are used to
 * is enough here; what is a number is decided by the server.
 */

/** Country codes of one and two digits; every other code has three (ITU E.164). */
const shortCodes = new Set(
  (
    '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 ' +
    '81 82 84 86 90 91 92 93 94 95 98'
  ).split(' '),
)

/** How the national digits are grouped, by country code and then by their count. */
const groups: Record<string, Record<number, readonly number[]>> = {
  '1': { 10: [3, 3, 4] },
  '7': { 10: [3, 3, 2, 2] },
  '33': { 9: [1, 2, 2, 2, 2] },
  '34': { 9: [3, 3, 3] },
  '44': { 10: [4, 6] },
  '52': { 10: [3, 3, 4] },
  '55': { 10: [2, 4, 4], 11: [2, 5, 4] },
  '62': { 9: [3, 3, 3], 10: [3, 3, 4], 11: [3, 4, 4], 12: [3, 4, 5] },
  '91': { 10: [5, 5] },
}

/** A phone in E.164 in groups; anything else unchanged. `erased:7` and `archived:+9198:7` are placeholders of people. */
export function formatPhone(phone: string): string {
  if (phone.startsWith('erased:')) return t('fields.erasedPerson')
  if (phone.startsWith('archived:')) return t('fields.archivedPerson')
  if (!/^\+[1-9]\d{6,14}$/.test(phone)) return phone
  const digits = phone.slice(1)
  const code =
    [1, 2].map((length) => digits.slice(0, length)).find((start) => shortCodes.has(start)) ??
    digits.slice(0, 3)
  const national = digits.slice(code.length)
  const sizes = groups[code]?.[national.length] ?? plainGroups(national.length)
  const parts: string[] = []
  let from = 0
  for (const size of sizes) {
    parts.push(national.slice(from, from + size))
    from += size
  }
  return `+${code} ${parts.join(' ')}`
}

/** Groups of three, the last of up to four: 8 → 4 4, 9 → 3 3 3, 10 → 3 3 4, 11 → 3 4 4. */
function plainGroups(length: number): number[] {
  if (length <= 4) return [length]
  if (length === 5) return [2, 3]
  const sizes: number[] = []
  let left = length
  while (left > 0) {
    const size = left % 3 === 0 ? 3 : 4
    sizes.unshift(Math.min(size, left))
    left -= size
  }
  return sizes
}

/** A number that the provider writes in its own way (`+1 631-555-1234`), in ours. */
export const phoneFrom = (display: string): string => formatPhone(`+${display.replace(/\D/g, '')}`)
