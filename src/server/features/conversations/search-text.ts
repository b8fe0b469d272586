/** So many words of a search count. */
const mostWords = 8

/**
 * The words of a text as it is searched: small letters without accents, so that "cafe" finds "Café", and without
 * characters that nobody sees. Marks of Indian scripts are letters and stay.
 */
export const searchTokens = (text: string, most = Number.POSITIVE_INFINITY): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Cf}]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .slice(0, 10_000)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, most)

/**
 * A text as it is stored for searches: PostgreSQL alone would keep the number of "A-1042" as -1042, and addresses as
 * one word, which no word of a search is the beginning of.
 */
export const searchText = (text: string): string => searchTokens(text).join(' ')

/** Each word as a tsquery; it may be unfinished. */
export const searchWords = (search: string): string[] =>
  searchTokens(search, mostWords).map((word) =>
    // Numbers behind a hyphen, in messages that were stored before `searchText` took hyphens out.
    /^\d/.test(word) ? `('${word}':* | '-${word}':*)` : `'${word}':*`,
  )
