import { anyOf, compileLanguage, onlyThese, replyLanguages } from './reply-rules.ts'
import { clausesOf, foldWords, isStopSign, wordsOf } from './reply-text.ts'

/**
 * What a reply means for a person's consent: `stop` ends messages, `subscribe` asks for them, `doubtful` may be an
 * opt-out and `start` may be an opt-in: of both only the person can tell which.
 */
export type ReplyMeaning = 'stop' | 'subscribe' | 'doubtful' | 'start'

const compiled = replyLanguages.map(compileLanguage)
const spaced = replyLanguages.filter(({ unspaced }) => !unspaced)
const unspaced = replyLanguages.filter((language) => language.unspaced)
const all = (of: (language: (typeof replyLanguages)[number]) => readonly string[], from = replyLanguages) =>
  from.flatMap(of)

const polite = anyOf(all(({ polite }) => polite, spaced))
const alone = onlyThese(all((language) => language.alone))
const doubtful = onlyThese(all(({ doubtful }) => doubtful.filter((word) => !word.endsWith('*'))))
const edges = all(({ doubtful }) => doubtful.filter((word) => word.endsWith('*'))).map((word) => foldWords(word))
const subscribes = onlyThese(all(({ subscribe }) => subscribe))
const starts = onlyThese(all(({ start }) => start))

/** Words that mean nothing else, so that one sentence of them outweighs what is said beside it. */
const clear = onlyThese([
  ...['stop', 'stopp', 'stop it', 'unsubscribe', 'unsub', 'optout', 'opt out', 'remove me', 'baja', 'parar', 'paren', 'pare', 'parem'],
  ...['sair', 'arret', 'arretez', 'desabonner', 'abmelden', 'berhenti', 'توقف', 'стоп', 'durdur', 'बंद करो', 'बंद करें', 'band karo', 'স্টপ'],
])

/** A text of this size may be anything: a match in it is a reason to ask. */
const longestWords = 60
const longestLetters = 2000
/** A stop word at either end of so few words is a reason to ask. */
const shortWords = 5

/** Reads what somebody wrote. @returns undefined where it says nothing about messages. */
export function readReply(text: string): ReplyMeaning | undefined {
  if (isStopSign(text)) return 'stop'
  const whole = wordsOf(text.slice(0, longestLetters))
  if (whole === ' ') return undefined
  const bare = withoutPolite(whole)
  for (const words of [whole, bare]) {
    if (subscribes.test(words)) return 'subscribe'
    if (starts.test(words)) return 'start'
    if (alone.test(words) || isUnspacedAlone(words)) return 'stop'
  }
  const words = whole.trim().split(' ')
  if (matchesRule(whole, words.length)) return words.length > longestWords ? 'doubtful' : 'stop'
  if (words.length <= longestWords && clausesOf(text).some((clause) => isClear(clause))) return 'stop'
  if (doubtful.test(whole) || doubtful.test(bare)) return 'doubtful'
  return words.length <= shortWords && hasEdge(bare) ? 'doubtful' : undefined
}

/** Without words that change nothing; the words themselves where nothing else is left. */
function withoutPolite(words: string): string {
  const bare = words.replace(polite, '')
  return bare.trim() === '' ? words : bare
}

function isClear(clause: string): boolean {
  const words = wordsOf(clause)
  return clear.test(words) || clear.test(withoutPolite(words))
}

function matchesRule(whole: string, count: number): boolean {
  return compiled.some(({ rules, unless, unspaced }) => {
    const text = unspaced ? whole.replaceAll(' ', '') : whole
    // Scripts without spaces have few words for many letters.
    if (unspaced && count > longestWords) return false
    return rules.test(unless ? text.replace(unless, ' | ') : text)
  })
}

const unspacedAlone = new RegExp(
  `^(?:${unspaced.flatMap(({ polite }) => polite).join('|')})*(?:${unspaced
    .flatMap(({ alone }) => alone)
    .map((word) => word.normalize('NFKD'))
    .sort((a, b) => b.length - a.length)
    .join('|')})(?:${unspaced
    .flatMap(({ polite }) => polite)
    .map((word) => word.normalize('NFKD'))
    .join('|')})*$`,
  'u',
)

function isUnspacedAlone(words: string): boolean {
  return unspacedAlone.test(words.replaceAll(' ', ''))
}

function hasEdge(whole: string): boolean {
  const left = compiled.reduce((text, { unless }) => (unless ? text.replace(unless, ' | ') : text), whole)
  const words = left.trim().split(' ')
  return [words.at(0), words.at(-1)].some((word) => word !== undefined && edges.includes(word))
}
