import { clauseParts, refuses } from '../parts/read-parts.ts'
import { clausesOf, foldWords } from '../text/reply-text.ts'

/** What somebody wants is said early. */
const mostWords = 60
const mostClauses = 8
/** Words of one language have letters in common: "unsubscribing", "desabonnez". */
const letters = 4
/** Parts further apart belong to different wishes. */
const mostApart = 4

/**
 * What a reply is weighed by: its words, pairs of them, runs of letters, and the parts of a refusal with their order,
 * which carry over from one language to another.
 */
export function featuresOf(text: string): readonly string[] {
  const found = new Set<string>()
  const words = foldWords(text).split(' ').filter(Boolean).slice(0, mostWords)
  for (const [at, word] of words.entries()) {
    found.add(word)
    for (const behind of [1, 2]) {
      const next = words[at + behind]
      if (next) found.add(`${word}${behind === 1 ? ' ' : ' … '}${next}`)
    }
    const framed = `_${word}_`
    for (let from = 0; from + letters <= framed.length; from++)
      found.add(`~${framed.slice(from, from + letters)}`)
  }
  for (const clause of clausesOf(text).slice(0, mostClauses)) addParts(found, clause)
  if (![...found].some((feature) => refuses(feature.slice(1)))) found.add('#unrefused')
  if (words.length <= 3) found.add('#short')
  if (words.length > 15) found.add('#long')
  if (/[?؟？]/.test(text)) found.add('#question')
  return [...found]
}

function addParts(found: Set<string>, clause: string): void {
  const parts = clauseParts(foldWords(clause).split(' ').filter(Boolean).slice(0, mostWords))
  const isAboutGoods = parts.some(({ part }) => part === 'thing')
  for (const one of parts) {
    found.add(`#${one.part}`)
    if (isAboutGoods) found.add(`#thing & ${one.part}`)
    for (const other of parts)
      if (other.from > one.to && other.from - one.to <= mostApart) found.add(`#${one.part} > ${other.part}`)
  }
}
