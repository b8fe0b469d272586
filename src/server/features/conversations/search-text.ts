/**
 * A text as it is searched: small letters without accents, so that "cafe" finds "Café", and without characters that
 * nobody sees. Marks of Indian scripts are letters and stay.
 */
export function searchText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Cf}]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('\0', '')
    .slice(0, 10_000)
}

/** Each word as a tsquery; it may be unfinished. */
export function searchWords(search: string): string[] {
  return searchText(search)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => `'${word}':*`)
}
