import { Keywords } from './data.schema.ts'
import data from './keywords.json' with { type: 'json' }

type Tags = readonly (readonly [key: string, values: readonly string[]])[]

const { kinds, hindi } = Keywords.parse(data)
const table = new Map<string, Tags>()
/** The first word of each kind, which stands for all of them. */
const kindNames = new Map<Tags, string>()
for (const kind of kinds) {
  const tags: Tags = Object.entries(kind.tags)
  kindNames.set(tags, kind.words[0]!.replaceAll(' ', '-'))
  for (const word of kind.words) {
    const plain = fold(word)
    if (!table.has(plain)) table.set(plain, tags)
  }
}

for (const [english, words] of Object.entries(hindi)) {
  const tags = table.get(english)
  if (tags) for (const word of words) table.set(fold(word), tags)
}

/** The tags behind a keyword, whether it stands in the singular or the plural. */
export function tagsOfKeyword(keyword: string): Tags | undefined {
  const word = fold(keyword)
  const forms = [
    word,
    word.replace(/s$/, ''),
    word.replace(/es$/, ''),
    word.replace(/ies$/, 'y'),
    word.replace(/(?:ियाँ|ियां|ियों)$/, 'ी'),
    word.replace(/(?:ों|ें)$/, ''),
  ]
  for (const form of forms) {
    const tags = table.get(form) ?? table.get(form.replace(/ (?:shop|store|service|center|centre)$/, ''))
    if (tags) return tags
  }
  return undefined
}

/** What a search asks for. One of the two is there. */
export type Search = { keyword: string | null; place: string | null }

/** Between a keyword and a place, in the users' languages. */
const between =
  /^(.+?)\s+(?:in|near|around|at|of|@|en|em|no|na|cerca de|perto de|di|dekat|à|près de|bei|nahe|في)\s+(.+)$/iu
/** In Hindi the word stands behind the place: "पुणे में बेकरी", "Pune mein bakery". */
const behind =
  /^(.+?)\s+(?:(?:के|की|ke|ki)\s+(?:पास|आसपास|आस-पास|नज़दीक|नजदीक|निकट|paas|pas)(?:\s+(?:की|के|का|ki|ke|ka))?|(?:में|मे|mein)(?:\s+(?:की|के|का))?|का|की|के)\s+(.+)$/iu
/** A comma, or the word of Hindi as most type it: "Pune me restaurant", but not "near me". */
const endOfPlace = /,$|(?<!\bnear) (?:me|mai|mein|ke|ki|ka|में|मे|के|की|का)$/iu
/** What stands around a query and says nothing. */
const around = /^[\s"'“”„«»]+|[\s.!?।"'“”„«»]+$/gu

/**
 * Takes a search apart: "bakery in Pune", "dentist Pune", "Pune hotels", "Pune", "bakery".
 * A text with neither a known keyword nor a word between is taken as a place first.
 */
export function readSearch(text: string): Search {
  const query = text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(around, '')
    .replace(/^(?:in|near|around)\s+/i, '')
  if (tagsOfKeyword(query)) return { keyword: query, place: null }
  const [, what, where] = between.exec(query) ?? []
  if (what && where) return { keyword: what.replace(/,$/, '').trim(), place: where }
  const words = query.split(' ')
  const [, place, kind] = behind.exec(query) ?? []
  // "कपड़े की दुकान" is one kind, whatever its second word says elsewhere.
  const whole = kind && tagsOfKeyword(kind) ? undefined : kindAtEnd(words, 2)
  if (whole) return whole
  if (place && kind) {
    // Some write the words of Hindi in the order of English.
    const turned = tagsOfKeyword(place) !== undefined && tagsOfKeyword(kind) === undefined
    return turned ? { keyword: place, place: kind } : { keyword: kind, place }
  }
  return kindAtEnd(words, 1) ?? { keyword: null, place: query }
}

/** A known kind of at least so many words before or behind the place. */
function kindAtEnd(words: readonly string[], fewest: number): Search | undefined {
  for (let taken = Math.min(3, words.length - 1); taken >= fewest; taken--) {
    const head = words.slice(0, taken).join(' ').replace(/,$/, '')
    if (tagsOfKeyword(head))
      return { keyword: head, place: words.slice(taken).join(' ').replace(endOfPlace, '') }
    const tail = words.slice(-taken).join(' ')
    if (tagsOfKeyword(tail))
      return { keyword: tail, place: words.slice(0, -taken).join(' ').replace(endOfPlace, '') }
  }
  return undefined
}

/** The same for all spellings of one query: capitals, accents, spaces, punctuation, singular and order of words. */
export function searchKey(query: string): string {
  const { keyword, place } = readSearch(query)
  const tags = tagsOfKeyword(keyword ?? '')
  return JSON.stringify([tags ? kindNames.get(tags) : wordsOf(keyword), wordsOf(place)])
}

/** The same for all names of one place of the directory: "Pune" and "पुणे". */
export function searchPlaceKey(query: string, place: string): string {
  const { keyword } = readSearch(query)
  const tags = tagsOfKeyword(keyword ?? '')
  return JSON.stringify([tags ? kindNames.get(tags) : wordsOf(keyword), place])
}

function wordsOf(text: string | null): string {
  const words = fold(text ?? '').split(/[^\p{L}\p{M}\p{N}]+/u)
  return words.filter(Boolean).sort().join(' ')
}

/** Accents say little in Latin, Greek and Cyrillic writing; in Indian ones the same marks are vowels. */
function fold(text: string): string {
  const bare = text
    .normalize('NFD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1')
  return bare
    .normalize('NFC')
    .replace(/[\s_-]+/g, ' ')
    .toLowerCase()
    .trim()
}
