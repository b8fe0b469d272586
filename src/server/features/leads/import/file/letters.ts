import type { Encoding } from '#contract/leads/imports.ts'

/** The letters beyond ASCII of a language, and the encodings that its files come in. */
type Alphabet = { letters: string; encodings: readonly Encoding[] }

const west: readonly Encoding[] = ['windows-1252', 'macintosh']
const middle: readonly Encoding[] = ['windows-1250']

const alphabets: readonly Alphabet[] = [
  { letters: 'áéíóúñü', encodings: west },
  { letters: 'áâãàçéêíóôõú', encodings: west },
  { letters: 'àâæçéèêëîïôœùûü', encodings: west },
  { letters: 'äöüßéè', encodings: west },
  { letters: 'åäöé', encodings: west },
  { letters: 'æøåé', encodings: west },
  { letters: 'àèéìòù', encodings: west },
  { letters: 'ëïéèüö', encodings: west },
  { letters: 'ąćęłńóśźż', encodings: middle },
  { letters: 'áčďéěíňóřšťúůýž', encodings: middle },
  { letters: 'áäčďéíľĺňóôŕšťúýž', encodings: middle },
  { letters: 'áéíóöőúüű', encodings: middle },
  { letters: 'ăâîşţ', encodings: middle },
  { letters: 'čćđšž', encodings: middle },
  { letters: 'çğıöşüâî', encodings: ['windows-1254'] },
  { letters: 'ąčęėįšųūž', encodings: ['windows-1257'] },
  { letters: 'āčēģīķļņšūž', encodings: ['windows-1257'] },
  { letters: 'äöüõšž', encodings: ['windows-1257'] },
  { letters: 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўјљњћџђ', encodings: ['windows-1251', 'koi8-r'] },
  { letters: 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋ', encodings: ['windows-1253'] },
  { letters: 'אבגדהוזחטיךכלםמןנסעףפץצקרשת', encodings: ['windows-1255'] },
  { letters: 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگ', encodings: ['windows-1256'] },
  { letters: 'àáâãăạảấầẩẫậđèéêìíòóôơùúưýỳ', encodings: ['windows-1258'] },
]
const sets = alphabets.map(({ letters, encodings }) => ({ letters: new Set(letters), encodings }))

const thai = /[\u0e01-\u0e3a\u0e40-\u0e4e]/
const eastern = /[\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff66-\uff9f]/

/**
 * How much a decoded text looks like people and places, from 0 to 1: its letters are those of one language, no sign is
 * inside a word, no capital behind a small letter, and no word has two scripts.
 */
export function likenessOf(text: string, encoding: Encoding): number {
  const beyond = text.match(/\P{ASCII}/gu) ?? []
  if (beyond.length === 0) return 0
  let odd = 0
  for (const sign of beyond) if (/[\ufffd\p{Cc}\p{Co}\p{Cn}]/u.test(sign)) odd += 3
  odd += count(
    text,
    /\p{L}[^\p{L}\p{M}\p{N}\p{P}\p{Z}\p{ASCII}]|[^\p{L}\p{M}\p{N}\p{P}\p{Z}\p{ASCII}]\p{L}/gu,
  )
  odd += count(text, /\p{L}[\u00a1-\u00bf\u2020-\u2022\u2026\u2030]\p{L}/gu)
  odd += count(text, /\p{Ll}\p{Lu}(?=\P{ASCII}|\p{Ll})|(?<=\P{ASCII})(?<=\p{Ll})\p{Lu}/gu) / 2
  odd += 2 * count(text, mixed)
  return Math.max(0, inAlphabet(beyond, encoding) - odd / beyond.length)
}

const mixed =
  /[A-Za-z][\u0370-\u05ff\u0600-\u06ff\u0e01-\u0e4e\u3041-\u9fff\uac00-\ud7a3]|[\u0370-\u05ff\u0600-\u06ff\u0e01-\u0e4e\u3041-\u9fff\uac00-\ud7a3][A-Za-z]|[\u00c0-\u024f][\u0370-\u06ff]|[\u0370-\u06ff][\u00c0-\u024f]/g

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** The share of letters that the best language of the encoding has; a list of several languages counts a little less. */
function inAlphabet(beyond: readonly string[], encoding: Encoding): number {
  const letters = beyond
    .filter((sign) => /[\p{L}\p{M}]/u.test(sign))
    // The dotted capital of Turkish becomes two signs.
    .map((sign) => (sign === 'İ' ? 'ı' : sign.toLowerCase()))
  if (letters.length === 0) return 0.3
  if (encoding === 'windows-874') return share(letters, (sign) => thai.test(sign))
  const own = sets.filter(({ encodings }) => encodings.includes(encoding))
  if (own.length === 0) return share(letters, (sign) => eastern.test(sign))
  const best = Math.max(...own.map((one) => share(letters, (sign) => one.letters.has(sign))))
  const any = share(letters, (sign) => own.some((one) => one.letters.has(sign)))
  return Math.max(best, any * 0.93)
}

function share(signs: readonly string[], is: (sign: string) => boolean): number {
  return signs.filter(is).length / signs.length
}
