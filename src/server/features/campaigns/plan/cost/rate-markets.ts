import { marketIds, marketName, marketNameIn } from './price-list.ts'

/** Letters only: how `&`, dots and spaces are written differs between files. */
const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\band\b/g, '')
    .replace(/[^\p{L}]/gu, '')

/** Names in Meta's price lists, folded, that are neither our names nor the English ones of countries. */
const alsoNamed: Record<string, string> = {
  restofcentraleasterneurope: 'restOfEasternEurope',
  turkey: 'turkey',
  uae: 'emirates',
  uk: 'unitedKingdom',
  restoftheworld: 'other',
}

/** Finds a market by the list's own word, or by its name in English or in the reader's language. */
export function marketReader(): (name: string) => string | undefined {
  const known = new Map<string, string>(Object.entries(alsoNamed))
  for (const id of marketIds)
    for (const name of [id, marketNameIn(id, 'en'), marketName(id)]) known.set(folded(name), id)
  return (name) => known.get(folded(name))
}
