import { type RawBuilder, sql } from 'kysely'

/**
 * What a lead is found by, as one text of ASCII: pg_trgm sees no other letters where the database's locale is C. It is
 * coarser than the search itself, which looks at every lead that it finds.
 */
export const searchedText: RawBuilder<string> = sql`replace(encode(convert_to(concat_ws(e'\n', lower(leads.name),
  nullif(lower(leads.name collate "C"), lower(leads.name)), lower(leads.email), leads.phone), 'UTF8'), 'escape'),
  chr(92), 'x')`

/** A part of that text, written in the same way. */
export function asSearched(part: string): string {
  return [...Buffer.from(part, 'utf8')]
    .map((byte) => {
      if (byte === 0x5c) return 'xx'
      return byte < 0x80 && byte > 0 ? String.fromCharCode(byte) : `x${byte.toString(8).padStart(3, '0')}`
    })
    .join('')
}

export const likePart = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`

/** The digits of a number that is searched for; the zero before a national number is not part of the international one. */
export function searchedDigits(search: string): string | undefined {
  const digits = search.replace(/[\s().+-]/g, '')
  return /^\d{3,}$/.test(digits) ? digits.replace(/^0+/, '') : undefined
}
