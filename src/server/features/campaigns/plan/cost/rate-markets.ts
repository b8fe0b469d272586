import { marketIds, marketName, marketNameIn } from './price-list.ts'

/** Letters only: how `&`, dots and spaces are written differs between files. */
const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\band\b/g, '')
    .replace(/[^\p{L}]/gu, '')

/** Names in Meta's price lists that are neither our names nor the English ones of countries. */
const alsoNamed: Record<string, string> = {
  'Rest of Central & Eastern Europe': 'restOfEasternEurope',
  Turkey: 'turkey',
  UAE: 'emirates',
  UK: 'unitedKingdom',
  'Rest of the World': 'other',
}

/** Finds a market by the list's own word, or by its name in English or in the reader's language. */
export function marketReader(): (name: string) => string | undefined {
  const known = new Map<string, string>(Object.entries(alsoNamed).map(([name, id]) => [folded(name), id]))
  for (const id of marketIds)
    for (const name of [id, marketNameIn(id, 'en'), marketName(id)]) known.set(folded(name), id)
  return (name) => known.get(folded(name))
}
