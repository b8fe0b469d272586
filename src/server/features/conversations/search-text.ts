/**
 * A text as it is searched: small letters without accents, so that "cafe" finds "Café". Marks of Indian scripts are
 * letters and stay.
 */
export function searchText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('\0', '')
    .slice(0, 10_000)
}

/** A tsquery: every word must be there, the last one may be unfinished; undefined where there is no word. */
export function searchQuery(search: string): string | undefined {
  const words = searchText(search)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8)
  return words.length === 0 ? undefined : words.map((word) => `'${word}':*`).join(' & ')
}
